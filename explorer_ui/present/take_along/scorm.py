"""A saved page as a package that learning platforms import: SCORM 1.2 (ADL, "SCORM Content Aggregation Model", 2001)."""

import io
import zipfile
from string import Template
from xml.sax.saxutils import escape

PAGE = "index.html"
_LONGEST_TITLE = 200
# An asset is a page that reports nothing: a platform counts it as completed when it was opened.
_MANIFEST = Template("""<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="bpe" version="1.1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>$title</title>
      <item identifier="item" identifierref="page"><title>$title</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="asset" href="$page"><file href="$page"/></resource>
  </resources>
</manifest>
""")


def scorm_package(page: bytes, title: str) -> bytes:
    """Return a zip file with a self-contained page and its manifest; `title` is any text.

    >>> import io, zipfile
    >>> zipfile.ZipFile(io.BytesIO(scorm_package(b"<p>", "BPE"))).namelist()
    ['imsmanifest.xml', 'index.html']
    """
    # XML has no control characters, not even escaped ones; the schema allows 200 characters.
    printable = "".join(sign for sign in title if sign.isprintable())
    written = escape(printable[:_LONGEST_TITLE] or "Byte-pair encoding")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in (
            ("imsmanifest.xml", _MANIFEST.substitute(title=written, page=PAGE).encode("utf-8")),
            (PAGE, page),
        ):
            # Without a time, so that the same page gives the same file.
            package.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return file.getvalue()
