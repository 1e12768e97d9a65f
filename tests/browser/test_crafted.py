"""Messages that our pages never send, over the protocol of Streamlit's frontend."""

import asyncio
from random import Random

from driver import Server
from streamlit.proto.Common_pb2 import SInt64Array
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from benchmarks.visitor import Record, Visitor

CRAFTED = [
    {"double_value": float("nan")},
    {"double_value": float("inf")},
    {"double_value": -1e300},
    {"string_value": "7"},
    {"int_array_value": SInt64Array(data=[1, 2])},
    {"json_value": '{"place": NaN}'},
    {"json_value": "[[[["},
    {"bool_value": True},
]


def test_a_crafted_message_gives_a_page_or_a_numbered_sentence(server: Server) -> None:
    """No message causes an error of Streamlit's own, and the server continues."""
    record = Record()

    async def send() -> None:
        for key in ("num_merges", "text", "player"):
            visitor = Visitor(int(server.url.rpartition(":")[2]), record, Random(1))
            address = server.url.replace("http", "ws") + "/_stcore/stream"
            protocol = [Subprotocol("streamlit")]
            async with connect(address, subprotocols=protocol, max_size=2**25, compression=None) as stream:
                await visitor._ask(stream, "first sight")
                for value in CRAFTED:
                    visitor._values[key] = WidgetState(id=visitor._ids[key], **value)
                    await visitor._ask(stream, "crafted")

    asyncio.run(send())
    assert {error for error in record.errors if error != "a part of a page failed"} == set()
    assert len(record.waits["crafted"]) == 3 * len(CRAFTED)
