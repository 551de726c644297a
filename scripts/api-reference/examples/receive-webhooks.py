# Receives webhooks and verifies who sent them. Needs Python 3.9 or newer and no package.
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

# SECRET is the webhook's secret, which begins with whsec_.
KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
MAX_AGE_SECONDS = 300


# The body has to be the bytes as they arrived: JSON that was parsed and written again has another signature.
def is_genuine(headers, body):
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > MAX_AGE_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(given.encode(), expected.encode()) for given in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        # Respond first: whatever takes longer than ten seconds counts as a failure.
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine:
            event = json.loads(body)
            # The same id comes again when a response was lost.
            print(f"{event['type']} of {event['data']['app']['applicationId']} ({event['id']})", flush=True)


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
