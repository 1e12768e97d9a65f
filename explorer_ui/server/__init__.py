"""The server around the pages: routes, headers, request limits, freeing memory."""
