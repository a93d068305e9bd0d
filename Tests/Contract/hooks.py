"""Responses of this backend that schemathesis must not report, with the reasons; and how it signs in.

contract.sh sets CONTRACT_INVITE, an invitation to a group, and CONTRACT_PICTURE, a person's picture; in session access also CONTRACT_URL, the backend's URL, and
CONTRACT_PASSWORD, that of its sample people.
"""

import http.client
import json
import os
import unicodedata
import urllib.error
import urllib.parse
import urllib.request

import schemathesis

# A schema can't express that the message in the body has to belong to the conversation in the path, nor that a file has
# to be there. The real backend responds with 400 to the former, and so does ours. Only these errors, with these texts and
# for these operations, are accepted for data that is valid according to the schema; any other 400 for such data is a
# failure.
FOREIGN = {
    ("POST", "/conversations/{conversationId}/messages"): {
        "Referenced message must belong to the same conversation", "A file is not there, or was sent already",
    },
    ("PUT", "/messages/{messageId}/pin"): {"A system message can't be pinned"},
    ("PATCH", "/messages/{messageId}"): {"A message needs a text or files"},
    ("POST", "/conversations/{conversationId}/read"): {"lastReadMessageId must belong to the conversation"},
}

# The file that sample_data.py has sent. A deletion forgets unsent files of the caller only, and answers the same where
# there is none: this one stays.
SENT_FILE = "550e8400-e29b-41d4-a716-446655600001"
# Stands for the invitation that sample_data.py has made.
INVITE = "550e8400-e29b-41d4-a716-446655700001"
# Stands for the picture that sample_data.py has given to somebody.
PICTURE = "550e8400-e29b-41d4-a716-446655800001"

# What only the backend knows about a name, an e-mail address or a password.
ACCOUNT_REFUSALS = {
    "USERNAME_IS_INVALID", "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER", "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
    "PASSWORD_COMPROMISED",
}


def has_equivalent_names(value):
    """Whether an object has two names that are canonically equivalent in Unicode: the backend takes them for one."""
    if isinstance(value, list):
        return any(map(has_equivalent_names, value))
    if not isinstance(value, dict):
        return False
    return len({unicodedata.normalize("NFC", name) for name in value}) < len(value) or has_equivalent_names(
        list(value.values()))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if type(failure).__name__ == "UseAfterFree" and (case.path_parameters or {}).get("fileId") == SENT_FILE:
        return False
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code not in (400, 422):
        return True
    if response.json().get("message") == "The body is not JSON" and has_equivalent_names(case.body):
        return False
    if case.operation.path.startswith("/api/auth/"):
        # A schema counts characters, and the backend UTF-16 code units.
        code = response.json().get("code")
        username = str(case.body.get("username")) if isinstance(case.body, dict) else ""
        has_pairs = len(username.encode("utf-16-le", "surrogatepass")) > 2 * len(username)
        return code not in ACCOUNT_REFUSALS and not (code == "USERNAME_IS_TOO_LONG" and has_pairs)
    sentences = FOREIGN.get((case.operation.method.upper(), case.operation.path), set())
    return response.json() not in [{"message": sentence} for sentence in sentences]


def session_of(username):
    """The cookie of a new session: its name and its value."""
    body = json.dumps({"username": username, "password": os.environ["CONTRACT_PASSWORD"]}).encode()
    request = urllib.request.Request(
        os.environ["CONTRACT_URL"] + "/api/auth/sign-in/username", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as response:
        name, value = response.headers["Set-Cookie"].split(";")[0].split("=", 1)
        return name, value


class SampleSession:
    """A session of one of the sample people, which schemathesis keeps for five minutes."""

    username = "alice"

    def get(self, case, context):
        return session_of(self.username)

    def set(self, case, cookie, context):
        case.cookies = {**(case.cookies or {}), cookie[0]: cookie[1]}


class LeaversSession(SampleSession):
    """Of somebody who may leave conversations: no other operation needs them there."""

    username = "kenji"


class AdminsSession(SampleSession):
    """Of the admin of a group whom no other operation changes."""

    username = "carol"


if "CONTRACT_URL" in os.environ:
    # The routes of Better Auth end sessions, so they get none: they answer as to a browser that is not signed in.
    schemathesis.auth().apply_to(operation_id="leaveConversation")(LeaversSession)
    schemathesis.auth().apply_to(operation_id="setGroupPicture")(AdminsSession)
    (schemathesis.auth().skip_for(operation_id="leaveConversation").skip_for(operation_id="setGroupPicture")
     .skip_for(path_regex="^/api/auth/")(SampleSession))


# What later requests need is not deleted: the messages and people of reactions (schemathesis.toml). Something else is.
SAMPLE = "550e8400-e29b-41d4-a716-4466"
KEPT = {
    "/messages/{messageId}": {"messageId": ({SAMPLE + "55500001", SAMPLE + "55500007"}, SAMPLE + "55500008")},
    "/conversations/{conversationId}/participants/{userId}": {
        "userId": ({SAMPLE + "55440001", SAMPLE + "55440002"}, SAMPLE + "55440006")},
}

# What is taken back, and where it is given. Requests repeat each other, and only the first would find it.
GIVEN = {
    "/messages/{messageId}/reactions/{emoji}": ("/messages/{}/reactions", ["emoji"]),
    "/messages/{messageId}/bookmarks": ("/messages/{}/bookmarks", []),
}


def give_again(case):
    """Reacts to a message, or saves it, before a request takes that back, as far as these ids may."""
    path, names = GIVEN[case.operation.path]
    # They are percent-encoded already.
    parameters = {name: str(value) for name, value in (case.path_parameters or {}).items()}
    body = {name: urllib.parse.unquote(parameters.get(name, "")) for name in names}
    if "CONTRACT_URL" not in os.environ:
        body["userId"] = (case.query or {}).get("userId")
    cookies = "; ".join(f"{name}={value}" for name, value in (case.cookies or {}).items())
    try:
        request = urllib.request.Request(
            case.operation.base_url.rstrip("/") + path.format(parameters.get("messageId")), json.dumps(body).encode(),
            {"Content-Type": "application/json", "Cookie": cookies})
        urllib.request.urlopen(request, timeout=10).close()
    except (ValueError, http.client.InvalidURL, urllib.error.HTTPError):
        # Nobody can give what this request names, so there is nothing to take back.
        pass


@schemathesis.hook
def before_call(context, case, kwargs):
    """Puts in what the document can't know: the port of the backend, the password of its sample people, an
    invitation, a picture. Sees to it that there is something to take back."""
    for name, (kept, other) in KEPT.get(case.operation.path, {}).items():
        if case.operation.method.upper() == "DELETE" and case.path_parameters.get(name) in kept:
            case.path_parameters[name] = other
    if case.operation.method.upper() == "DELETE" and case.operation.path in GIVEN:
        give_again(case)
    if case.headers and "Origin" in case.headers and "CONTRACT_URL" in os.environ:
        case.headers["Origin"] = os.environ["CONTRACT_URL"]
    if case.operation.path == "/api/auth/sign-in/username" and isinstance(case.body, dict) \
            and case.body.get("password") == "Password":
        case.body["password"] = os.environ["CONTRACT_PASSWORD"]
    if (case.path_parameters or {}).get("pictureId") == PICTURE:
        case.path_parameters["pictureId"] = os.environ["CONTRACT_PICTURE"]
    # The invitation stays: whoever ends one ends another.
    if case.operation.method.upper() != "DELETE" and (case.path_parameters or {}).get("inviteId") == INVITE:
        case.path_parameters["inviteId"] = os.environ["CONTRACT_INVITE"]
