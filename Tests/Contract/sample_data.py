"""Sends a message with the file that the documents' examples name, lets a group have threads and opens one with a reply,
reacts to messages, and prints the ids of a new invitation to a group and of a person's new picture:
`sample_data.py URL open` or `sample_data.py URL session`.

In session access CONTRACT_URL and CONTRACT_PASSWORD are set, as for hooks.py.
"""

import json
import sys
import urllib.request

FILE = "550e8400-e29b-41d4-a716-446655600001"
SENDER = "550e8400-e29b-41d4-a716-446655440001"
CONVERSATION = "550e8400-e29b-41d4-a716-446655450001"
CONTENT = "縁側".encode()
# Nobody whom the requests of schemathesis name.
PICTURED, PICTURED_NAME = "550e8400-e29b-41d4-a716-446655440003", "carol"
# The admin of the conversation, and the message of it that the examples name.
ADMIN, ADMIN_NAME = "550e8400-e29b-41d4-a716-446655440005", "haruka"
ANSWERED = "550e8400-e29b-41d4-a716-446655500007"
# Messages and emoji of reactions, as in schemathesis.toml.
REACTED = ["550e8400-e29b-41d4-a716-446655500001", "550e8400-e29b-41d4-a716-446655500007"]
EMOJI = ["👋", "🍵", "a/b", "100%", "%2F"]

url, access = sys.argv[1:]
headers = {}
if access == "session":
    import hooks
    headers["Cookie"] = "=".join(hooks.session_of(hooks.SampleSession.username))


def ask(method, path, body=None, kind="application/json", fields=headers):
    request = urllib.request.Request(url + path, body, {**fields, "Content-Type": kind}, method=method)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.loads(response.read() or "null")


def said(members, name, caller=SENDER):
    """A body that names the caller where the access asks for it."""
    return json.dumps(members if access == "session" else {**members, name: caller}).encode()


def fields_of(username):
    """The header fields of a person's requests."""
    return {"Cookie": "=".join(hooks.session_of(username))} if access == "session" else headers


arrived = ask("PUT", f"/files/{FILE}/content?userId={SENDER}&offset=0&bytes={len(CONTENT)}", CONTENT,
              "application/octet-stream")
assert arrived == {"received": len(CONTENT)}, arrived
kept = ask("PUT", f"/files/{FILE}", said({"name": "縁側.txt"}, "userId"))
assert kept["type"] == "text/plain", kept
sent = ask("POST", f"/conversations/{CONVERSATION}/messages", said({"fileIds": [FILE]}, "senderUserId"))
assert [file["id"] for file in sent["attachments"]] == [FILE], sent
ask("PATCH", f"/conversations/{CONVERSATION}", said({"hasThreads": True}, "userId", ADMIN),
    fields=fields_of(ADMIN_NAME))
# Whoever edits the group can't take this thread away.
opened = ask("POST", f"/conversations/{CONVERSATION}/messages/{ANSWERED}/thread", said({}, "userId"))
ask("POST", f"/conversations/{opened['conversationId']}/messages", said({"text": "楽しみです。"}, "senderUserId"))
# All that schemathesis.toml names can be taken back, so that enough is left whatever its other requests have taken back.
for message in REACTED:
    for emoji in EMOJI:
        ask("POST", f"/messages/{message}/reactions", said({"emoji": emoji}, "userId"))
invite = ask("POST", f"/conversations/{CONVERSATION}/invites", said({"seconds": 86400}, "userId"))
ask("PUT", f"/picture?userId={PICTURED}", CONTENT, "application/octet-stream", fields_of(PICTURED_NAME))
print(invite["id"], ask("GET", f"/users/{PICTURED}")["avatarUrl"].removeprefix("/pictures/"))
