"""A hundred tries at once, at three gateways over one PostgreSQL database, with what is good for one: the key of a
form, a recovery code, a code of an authenticator app, and the `state` of a sign-in at a provider. One wins.

    tries.py BINARY
"""

import asyncio
import base64
import hashlib
import hmac
import html
import json
import os
import re
import struct
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, quote, urlencode, urlsplit

sys.path.append(str(Path(__file__).parents[1] / "Python"))

from http1 import FORM, Connection
from postgresql import PostgreSQL
from provider import Provider
from stage import Stage

TRIES = 100
METHOD = "hub"
SITE = "chat.example"
STEP_SECONDS = 30


class Browser:
    """One browser, with its cookies, which asks any gateway."""

    def __init__(self, stage, number=0, cookies=()):
        self.stage = stage
        self.number = number
        self.cookies = dict(cookie.split("=", 1) for cookie in cookies)

    async def ask(self, method, path, form=None, *fields):
        gateway = self.stage.gateways[self.number % len(self.stage.gateways)]
        connection = Connection(gateway.port, f"127.21.0.{self.number + 1}", patience=30, authority=SITE)
        fields = list(fields)
        if self.cookies:
            fields.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if form is not None:
            fields += [f"Content-Type: {FORM}", f"Origin: https://{SITE}"]
        try:
            answer = await connection.ask(method, path, fields, urlencode(form or {}).encode())
        finally:
            connection.close()
        self.cookies.update(cookie.split("=", 1) for cookie in answer.cookies)
        return answer

    async def sign_in(self, alias):
        answer = await self.ask("POST", "/sign-in", {"user": alias})
        require(answer.status == 303, f"signing in: {answer.status}")
        return self


class Wrong(Exception):
    """Something is not as it must be."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


async def at_once(stage, work, browsers=None):
    """The answers to a hundred tries, which all begin at the same time."""
    browsers = browsers or [Browser(stage, number) for number in range(TRIES)]
    return await asyncio.gather(*(work(browser) for browser in browsers))


def statuses(answers):
    found = [answer.status for answer in answers]
    return {status: found.count(status) for status in sorted(set(found))}


async def key(stage):
    """The key of a form with a message."""
    alias = "person00"
    conversation = await stage.conversation("Tries", [alias, "person01"])
    signed_in = await Browser(stage).sign_in(alias)
    cookies = [f"{name}={value}" for name, value in signed_in.cookies.items()]
    form = {"text": "once", "key": "5e" * 16}
    answers = await at_once(
        stage, lambda browser: browser.ask(
            "POST", f"/conversations/{conversation}/messages", form, "Accept: application/json"),
        [Browser(stage, number, cookies) for number in range(TRIES)])
    told = {json.loads(answer.body)["message"] for answer in answers if answer.status == 200}
    stored = [row for row in await stage.rows("messages", [conversation]) if row["kind"] == "text"]
    require(len(stored) == 1, f"{len(stored)} messages are stored: {statuses(answers)}")
    require(told == {stored[0]["id"]}, f"the answers tell of {told}")
    return statuses(answers)


def app_code(secret, step):
    """RFC 6238, with six digits."""
    digest = hmac.new(secret, struct.pack(">Q", step), hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place:place + 4])[0] & 0x7fffffff) % 1_000_000:06}"


async def enrol(stage, alias):
    """Gives a person an authenticator app.

    :return: its secret, the step of the code that was used, and the recovery codes
    """
    browser = await Browser(stage).sign_in(alias)
    answer = await browser.ask("POST", "/profile/security/authenticator", {})
    found = re.search(r'class="code secret">([A-Z2-7 ]+)<', answer.text)
    require(found, f"no secret: {answer.status} {answer.text[-1500:]}")
    secret = base64.b32decode(found[1].replace(" ", ""))
    step = int(time.time()) // STEP_SECONDS
    answer = await browser.ask("POST", "/profile/security/confirm-authenticator", {"code": app_code(secret, step)})
    codes = re.findall(r"<li>([^<]+)</li>", answer.text.partition("recovery-codes")[2].partition("</ul>")[0])
    require(codes, f"no recovery codes: {answer.status}")
    return secret, step, codes


async def prove(stage, alias, code):
    """A hundred browsers that have signed in send one code."""
    browsers = [Browser(stage, number) for number in range(TRIES)]
    for browser in browsers:
        await browser.sign_in(alias)
    answers = await at_once(
        stage, lambda browser: browser.ask("POST", "/sign-in/second-factor", {"code": code}), browsers)
    require(statuses(answers).get(303) == 1, f"{statuses(answers)}: not one of them")
    entered = [await browser.ask("GET", "/conversations") for browser in browsers]
    require(statuses(entered).get(200) == 1, f"{statuses(entered)} of the pages after it: not one of them")
    return statuses(answers)


async def recovery_code(stage):
    """A recovery code."""
    _, _, codes = await enrol(stage, "person02")
    return await prove(stage, "person02", codes[0])


async def authenticator_code(stage):
    """A code of an authenticator app."""
    secret, step, _ = await enrol(stage, "person03")
    # That of the next step is good already, and was not used.
    return await prove(stage, "person03", app_code(secret, step + 1))


async def state(stage):
    """The `state` of a sign-in at a provider."""
    before = stage.provider.tokens
    browser = Browser(stage)
    answer = await browser.ask("POST", f"/sign-in/{METHOD}", {})
    require(answer.status == 200, f"setting out: {answer.status}")
    query = parse_qs(urlsplit(html.unescape(answer.fields["refresh"].partition("url=")[2])).query)
    path = f"/sign-in/{METHOD}/callback?code=code&state={quote(query['state'][0])}"
    cookies = [f"{name}={value}" for name, value in browser.cookies.items()]
    answers = await at_once(
        stage, lambda browser: browser.ask("GET", path), [Browser(stage, number, cookies) for number in range(TRIES)])
    came_in = [answer for answer in answers if answer.status == 303]
    require(len(came_in) == 1, f"{statuses(answers)}: not one of them")
    require(stage.provider.tokens == before + 1, f"{stage.provider.tokens - before} codes were sent to the provider")
    return statuses(answers)


async def run(kind, cases, binary, folder, database_server, provider):
    os.makedirs(f"{folder}/{kind}")
    secret = Path(folder) / "secret"
    secret.write_text("secret")
    stage = Stage(kind, binary, f"{folder}/{kind}", database_server)
    stage.provider = provider
    stage.sign_in = f"user-id,{METHOD}"
    stage.more_arguments = "--public-url", f"https://{SITE}", *provider.arguments(METHOD, str(secret))
    failed = 0
    try:
        await stage.open()
        for case in cases:
            name = f"{kind}: {case.__doc__.rstrip('.')}"
            try:
                print(f"ok   {name}: {await case(stage)}", flush=True)
            except Wrong as error:
                failed += 1
                print(f"FAIL {name}: {error}", flush=True)
    finally:
        await stage.close()
    return failed


async def main():
    provider = Provider()
    await provider.start()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        database_server = PostgreSQL(f"{folder}/postgresql.log")
        try:
            for kind, cases in (("embedded", (key, recovery_code, authenticator_code, state)), ("REST", (key,))):
                failed += await run(kind, cases, sys.argv[1], folder, database_server, provider)
        finally:
            database_server.close()
    print(f"tries at once: {5 - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(asyncio.run(main()))
