"""Checks the OpenAPI documents against recorded exchanges, and ChatREST against the documents.

    documents.py DOCUMENTS RECORDINGS EXCHANGES

DOCUMENTS is the folder of `open.yaml` and `session.yaml`, RECORDINGS that of the recorded exchanges with real backends.
EXCHANGES is what the program `rest-exchanges` wrote: the exchanges of ChatREST with the embedded backend, and what
ChatREST makes of each status.

The recordings are the truth: each recorded response has to be as its document says, and each recorded request that
was accepted too. A request that was refused for its form has to be one that the document does not allow.
"""

import copy
import json
import pathlib
import re
import sys
import urllib.parse

import yaml
from jsonschema_path import SchemaPath
from openapi_core import OpenAPI
from openapi_core.exceptions import OpenAPIError
from openapi_core.templating.paths.exceptions import PathError
from openapi_core.templating.paths.finders import APICallPathFinder
from openapi_core.testing import MockRequest, MockResponse

ORIGIN = "http://backend.test"
RECORDINGS = {"open": ["open"], "session": ["session", "session-https", "late"]}
METHODS = {"get", "post", "put", "patch", "delete"}
# The recorded routes of the real backends that ChatREST does not use. No document has them.
UNUSED = re.compile(r"^/(admin/.*|api/protected/.*|api/auth/(ok|sign-in/email|is-username-available|list-sessions))$")
# Operations that ChatREST does not use.
UNASKED = {("open", "describe")}
# Recordings of what no real backend has and the embedded one has.
OWN_ROUTES = {"open": {"conversation-patch-not-a-route"}, "session": set()}
# What the real backends accept though the documents forbid it, by the recording's name. The embedded backend, which
# keeps what its document says, refuses it, and no value of `Chat` can express it.
LENIENT = {
    "open": {
        "conversation-create-text-plain-content-type", "message-send-no-content-type",
        "message-send-wrong-content-type", "conversations-list-malformed-userid", "message-send-empty-text",
        "message-send-no-text", "message-send-null-text", "message-send-whitespace-text", "message-send-100kB",
        "messages-list-limit-0", "messages-list-limit-negative", "messages-list-limit-abc",
        "messages-list-limit-100000", "messages-list-before-invalid", "messages-list-before-empty",
        "messages-list-before-jst-offset", "messages-list-before-message-id", "reaction-add-empty-emoji",
        "reaction-add-long-text",
    },
    "session": {
        "message-send-empty-text", "message-send-empty-object", "message-send-100kB", "messages-list-limit-0",
        "messages-list-limit-negative", "messages-list-before-invalid",
    },
}
# Refusals of what a request names, and not of its form.
ABOUT_WHAT_IS_NAMED = re.compile(r"must belong to |already |Invalid password$|Cannot |Username is too long$")
# Errors that ChatREST never causes, so that it does not tell them apart: it sends JSON of bounded size.
NEVER_CAUSED = {413, 415}
# Operations that answer 404 only to an id that is malformed, which ChatREST never sends.
ONLY_MALFORMED = {
    "listBookmarks", "listMessages", "sendMessage", "markRead", "countUnread", "listFiles", "discardFile", "listPins",
    "editGroup", "listInvites", "listReaders", "makeInvite", "revokeInvite",
    "setGroupPicture",
}


class Document:
    """An OpenAPI document."""

    def __init__(self, path, closed=False):
        """`closed`: bodies of requests have no members but those that are described."""
        self.access = path.stem
        content = yaml.safe_load(path.read_text())
        if closed:
            content = copy.deepcopy(content)
            for item in content["paths"].values():
                bodies = [o["requestBody"]["content"] for o in item.values()
                          if isinstance(o, dict) and "requestBody" in o]
                for media in [body["application/json"] for body in bodies if "application/json" in body]:
                    media["schema"] = {"allOf": [media["schema"]], "unevaluatedProperties": False}
        spec = SchemaPath.from_dict(content, base_uri=path.absolute().as_uri())
        self.api = OpenAPI(spec)
        self.content = content
        self.finder = APICallPathFinder(spec)

    def operation(self, method, path):
        """The operation of a request; `None` where the document has none. No parameter of a path is empty."""
        if path.endswith("/"):
            return None
        try:
            return self.finder.find(method.lower(), ORIGIN + path).operation.read_value()
        except PathError:
            return None

    def query_parameters(self, operation):
        """The names of the parameters in the query."""
        found = (self.resolved(parameter) for parameter in operation.get("parameters", []))
        return {parameter["name"] for parameter in found if parameter["in"] == "query"}

    def resolved(self, value):
        """A component of this document for a reference to it; of `session.yaml`, no query is elsewhere."""
        if "$ref" not in value:
            return value
        return self.content["components"]["parameters"][value["$ref"].rsplit("/", 1)[1]]

    def operations(self):
        return [item[method] for item in self.content["paths"].values() for method in METHODS & item.keys()]


def request(exchange):
    said = exchange["request"]
    target, body = urllib.parse.urlsplit(said["path"]), said["body"]
    headers = {name.title(): value for name, value in said["headers"].items()}
    pairs = (pair.strip().split("=", 1) for pair in headers.get("Cookie", "").split(";") if "=" in pair)
    return MockRequest(
        ORIGIN, said["method"], target.path, args=dict(urllib.parse.parse_qsl(target.query, True)), headers=headers,
        cookies=dict(pairs), data=None if body is None else body.encode(),
        content_type=headers.get("Content-Type", ""))


def response(exchange):
    answer = exchange["response"]
    headers = {name.lower(): value for name, value in answer["headers"].items()}
    kind = headers.get("content-type", "application/json").split(";")[0]
    return MockResponse((answer["body"] or "").encode(), answer["status"], headers, kind)


def fault(check, *arguments):
    """What a check finds, in words; `None` for nothing."""
    try:
        check(*arguments)
    except OpenAPIError as error:
        inner = getattr(error.__cause__, "schema_errors", None)
        if inner:
            return "; ".join(f"{'/'.join(map(str, e.absolute_path))}: {e.message[:160]}" for e in inner)
        return str(error.__cause__ or error)[:300]


def wrong_response(document, operation, exchange):
    """Why a response is not as its document says."""
    answer = exchange["response"]
    if str(answer["status"]) not in operation["responses"]:
        return f"the document has no status {answer['status']}"
    # An error's body may be missing, which OpenAPI can't express.
    if answer["status"] >= 400 and not answer["body"]:
        return None
    return fault(document.api.validate_response, request(exchange), response(exchange))


def check_recordings(document, folder):
    problems, checked, lenient = [], 0, set()
    for part in RECORDINGS[document.access]:
        for exchange in json.loads((folder / part / "exchanges.json").read_text()):
            said, status, name = exchange["request"], exchange["response"]["status"], exchange["meta"]["name"]
            path = urllib.parse.urlsplit(said["path"]).path
            operation = document.operation(said["method"], path)
            if name in OWN_ROUTES[document.access] and status == 404:
                continue
            if operation is None:
                if status != 404 and said["method"] != "HEAD" and not UNUSED.match(path):
                    problems.append(f"{part}/{name}: the document has no {said['method']} {path}")
                continue
            checked += 1
            wrong = wrong_response(document, operation, exchange)
            if wrong:
                problems.append(f"{part}/{name}: the response: {wrong}")
            wrong = fault(document.api.validate_request, request(exchange))
            message = (json.loads(exchange["response"]["body"] or "{}") or {}) if status == 400 else {}
            if status < 300 and wrong:
                lenient.add(name)
                if name not in LENIENT[document.access]:
                    problems.append(f"{part}/{name}: accepted, and not valid: {wrong}")
            elif status == 400 and not wrong and not ABOUT_WHAT_IS_NAMED.search(message["message"]):
                problems.append(f"{part}/{name}: refused, and valid: {message}")
    problems += [f"{name} is not accepted against the document" for name in LENIENT[document.access] - lenient]
    return problems, checked


def check_requests(document, exchanges):
    """Whether each request of ChatREST is described, and with it the embedded backend's response."""
    problems, asked = [], set()
    for exchange in exchanges:
        said = exchange["request"]
        name = f"{exchange['meta']['name']}: {said['method']} {said['path']}"
        target = urllib.parse.urlsplit(said["path"])
        operation = document.operation(said["method"], target.path)
        if operation is None:
            problems.append(f"{name}: the document does not have it")
            continue
        asked.add(operation["operationId"])
        wrong = fault(document.api.validate_request, request(exchange))
        if wrong:
            problems.append(f"{name}: the request: {wrong}")
        for parameter, _ in urllib.parse.parse_qsl(target.query, True):
            if parameter not in document.query_parameters(operation):
                problems.append(f"{name}: the document has no parameter {parameter}")
        if said["body"] not in (None, "{}") and "requestBody" not in operation:
            problems.append(f"{name}: the document has no body")
        wrong = wrong_response(document, operation, exchange)
        if wrong:
            problems.append(f"{name}: the response: {wrong}")
    for operation in document.operations():
        name = operation["operationId"]
        if name not in asked and (document.access, name) not in UNASKED:
            problems.append(f"ChatREST never asks {name}")
    return problems, len(exchanges)


def check_meanings(document, meanings):
    """Whether ChatREST tells each error apart that the document has, and no other."""
    problems = []
    for meaning in meanings:
        operation = document.operation(meaning["method"], meaning["path"])
        if operation is None:
            problems.append(f"{meaning['method']} {meaning['path']}: the document does not have it")
            continue
        name, status, reason = operation["operationId"], meaning["status"], meaning["reason"]
        described = str(status) in operation["responses"]
        if not reason:
            problems.append(f"{name}: {status} counts as success")
        elif described and reason == "unexpectedAnswer" and status not in NEVER_CAUSED:
            if status != 404 or name not in ONLY_MALFORMED:
                problems.append(f"{name}: {status} is described, and ChatREST does not expect it")
        elif not described and reason in ("notFound", "aliasTaken"):
            problems.append(f"{name}: ChatREST expects {status}, and it is not described")
    return problems, len(meanings)


def main():
    folder, recordings, written = map(pathlib.Path, sys.argv[1:4])
    written, problems = json.loads(written.read_text()), []
    for access in RECORDINGS:
        path = folder / f"{access}.yaml"
        checks = [
            ("recorded exchanges", check_recordings(Document(path), recordings)),
            ("exchanges of ChatREST", check_requests(Document(path, closed=True), written[access]["exchanges"])),
            ("statuses in ChatREST", check_meanings(Document(path), written[access]["meanings"])),
        ]
        for what, (found, count) in checks:
            print(f"documents: {access}.yaml: {count} {what}, {len(found)} problems")
            problems += [f"documents: {access}.yaml: {problem}" for problem in found]
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
