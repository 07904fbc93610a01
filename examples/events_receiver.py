"""Receives Winnow's events. Install the verifier with `pip install standardwebhooks`, then

    WEBHOOK_SECRET=whsec_… python events_receiver.py
"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
# Ids that were processed. Keep them where they outlive the process: an event may come twice.
seen = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            # The raw body, before any parser; also refuses messages older than 5 minutes.
            webhook.verify(body, headers)
        except Exception:
            self.send_response(401)
            self.end_headers()
            return
        self.send_response(204)
        self.end_headers()
        if headers["webhook-id"] in seen:
            return
        seen.add(headers["webhook-id"])
        event = json.loads(body)
        data = event["data"]
        print(event["type"], data.get("request_id", ""), data.get("verdict", ""), flush=True)


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
