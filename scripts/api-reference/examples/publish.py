# Uploads app.apk as a version of an app, waits for its inspection, and submits it for review.
# Run it again after an interruption: it continues. Needs Python 3.9 or newer and no package.
import hashlib
import json
import os
import sys
import urllib.request

# STORE is the store's address with a slash at its end; TOKEN has the scopes read, upload and submit.
STORE, TOKEN, APP_ID = os.environ["STORE"], os.environ["TOKEN"], os.environ["APP_ID"]


def send(method, url, body, headers):
    headers = {"Authorization": f"Bearer {TOKEN}", **headers}
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        sys.exit(error.read().decode())


def call(name, data):
    body = json.dumps({"data": data}).encode()
    headers = {"Content-Type": "application/json"}
    return json.loads(send("POST", f"{STORE}us-central1/{name}", body, headers))["result"]


with open("app.apk", "rb") as package:
    content = package.read()
created = call("versions.create", {
    "appId": APP_ID,
    "fileName": "app.apk",
    "size": len(content),
    "sha256": hashlib.sha256(content).hexdigest(),
})
offset = created["upload"]["offset"]
if offset < len(content):
    send("PATCH", created["upload"]["url"], content[offset:], {
        "Tus-Resumable": "1.0.0",
        "Upload-Offset": str(offset),
        "Content-Type": "application/offset+octet-stream",
    })

version = {"id": created["version"]["id"], "status": "analysing"}
while version["status"] == "analysing":
    wait = {"versionId": version["id"], "waitSeconds": 50, "knownStatus": "analysing"}
    version = call("versions.get", wait)["version"]
for finding in version["findings"]:
    print(finding["severity"], finding["title"], finding["fix"], file=sys.stderr)
if version["status"] == "draft":
    version = call("versions.submit", {"versionId": version["id"]})["version"]
print(version["status"])
