"""Receives Winnow's events. Install the verifier with `pip install standardwebhooks`, then

    WEBHOOK_SECRET=whsec_… python events_receiver.py
"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
# More than any event.
MAX_BODY = 256 * 1024
# Ids that were processed, the newest 10,000. Keep them where they outlive the process: an event may come twice.
seen = {}


class Receiver(BaseHTTPRequestHandler):
    # Seconds of silence after which a connection is closed.
    timeout = 10

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not (length.isascii() and length.isdigit()):
            return self.answer(411)
        if len(length) > 9 or int(length) > MAX_BODY:
            return self.answer(413)
        body = self.rfile.read(int(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            # The raw body, before any parser; also refuses messages older than 5 minutes.
            webhook.verify(body, headers)
        except Exception:
            return self.answer(401)
        self.answer(204)
        if headers["webhook-id"] in seen:
            return
        seen[headers["webhook-id"]] = True
        if len(seen) > 10_000:
            seen.pop(next(iter(seen)), None)
        event = json.loads(body)
        data = event.get("data") or {}
        what = data.get("verdict", data.get("decision", ""))
        print(event.get("type"), data.get("request_id", ""), what, flush=True)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
