"""Authenticator apps and passkeys, with Chromium's own virtual authenticators."""

import base64
import hashlib
import hmac
import json
import re
import struct
import time
from pathlib import Path

import pytest

from acting import until
from conftest import Person, Site

PLATFORM = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True}
ROAMING = {"protocol": "ctap2", "transport": "usb", "hasResidentKey": False, "hasUserVerification": False,
           "automaticPresenceSimulation": True}


class Authenticator:
    """A virtual authenticator for a user's tab."""

    def __init__(self, someone, options):
        self.session = someone.context.new_cdp_session(someone.tab)
        self.session.send("WebAuthn.enable", {"enableUI": False})
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def call(self, method, **parameters):
        return self.session.send(f"WebAuthn.{method}", {"authenticatorId": self.id, **parameters})

    @property
    def credentials(self):
        return self.call("getCredentials")["credentials"]


def code(secret, later=0, now=None):
    """The code of an authenticator app (RFC 6238), some steps from now, because each code is accepted once."""
    key = base64.b32decode(secret.replace(" ", ""))
    digest = hmac.new(key, struct.pack(">Q", int(now or time.time()) // 30 + later), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def fresh(someone, alias):
    """Registers a user of that name, without factors."""
    page = someone.tab
    page.goto(f"{someone.site.url}/register")
    page.fill("#name", alias.title())
    page.fill("#alias", alias)
    page.get_by_role("button", name="Register").click()
    page.wait_for_url("**/conversations")
    return page


def add_passkey(page, site, name):
    """Sets a factor up with the page; skips the recovery codes that the first one creates."""
    page.goto(f"{site.url}/profile/security")
    page.get_by_label("The passkey's name").fill(name)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Make the passkey").click()
    page.wait_for_url("**/profile/security/keep-passkey")
    if page.get_by_role("link", name="I have kept them").count():
        page.get_by_role("link", name="I have kept them").click()
    page.wait_for_url("**/profile/security")


def sign_out(page, site):
    page.goto(f"{site.url}/profile")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in*")


def sign_in_halfway(page, site, alias):
    page.goto(f"{site.url}/sign-in")
    page.fill("#user", alias)
    page.press("#user", "Enter")
    page.wait_for_url("**/sign-in/second-factor")


def test_a_passkey_alone_signs_one_in(person, site, axe):
    someone = person()
    page = fresh(someone, "pia")
    authenticator = Authenticator(someone, PLATFORM)
    page.goto(f"{site.url}/profile/security")
    axe(page)
    add_passkey(page, site, "My laptop")
    assert page.get_by_role("heading", name="My laptop").count() == 1
    assert page.get_by_text("Not used yet").count() == 1
    assert page.get_by_text("Made in Chrome on Linux").count() == 1
    assert len(authenticator.credentials) == 1 and authenticator.credentials[0]["isResidentCredential"]
    # A browser without passkey autofill, which would use the passkey at once.
    page.add_init_script("PublicKeyCredential.isConditionalMediationAvailable = async () => false;")
    sign_out(page, site)
    assert page.locator("#user").get_attribute("autocomplete") == "username webauthn"
    axe(page)
    page.goto(f"{site.url}/sign-in?return=/bookmarks")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(re.compile(r":\d+/bookmarks$"))
    page.goto(f"{site.url}/profile/security")
    assert page.get_by_text("Not used yet").count() == 0
    page.goto(f"{site.url}/session")
    assert page.get_by_text("Passkey").count() == 1


def test_the_sign_in_field_offers_the_passkey(person, site):
    someone = person()
    page = fresh(someone, "ophelia")
    Authenticator(someone, PLATFORM)
    add_passkey(page, site, "Phone")
    sign_out(page, site)
    # The only action is the browser's own prompt.
    page.wait_for_url("**/conversations")


def test_a_passkey_that_knows_nobody_does_not_sign_in_alone(person, site):
    someone = person()
    page = fresh(someone, "rosa")
    # As in browsers with passkeys but without these functions.
    page.add_init_script("""for (const name of ["parseCreationOptionsFromJSON", "parseRequestOptionsFromJSON"])
        PublicKeyCredential[name] = undefined;
        PublicKeyCredential.prototype.toJSON = undefined;""")
    authenticator = Authenticator(someone, ROAMING)
    add_passkey(page, site, "Key ring")
    assert not authenticator.credentials[0]["isResidentCredential"]
    sign_out(page, site)
    # As a second factor it is accepted.
    sign_in_halfway(page, site, "rosa")
    page.get_by_label("Don't ask in this browser").check()
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/conversations")
    assert authenticator.credentials[0]["signCount"] >= 2
    sign_out(page, site)
    page.fill("#user", "rosa")
    page.press("#user", "Enter")
    page.wait_for_url("**/conversations")


def test_without_user_verification_nobody_signs_in_with_a_passkey_alone(person, site):
    someone = person()
    page = fresh(someone, "uma")
    authenticator = Authenticator(someone, PLATFORM)
    add_passkey(page, site, "Tablet")
    authenticator.call("setUserVerified", isUserVerified=False)
    sign_out(page, site)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("No passkey was used.").wait_for()
    assert page.url.split("?")[0].endswith("/sign-in")


def test_a_copy_whose_counter_went_back_is_refused_and_told(person, site):
    someone = person()
    page = fresh(someone, "cleo")
    authenticator = Authenticator(someone, ROAMING)
    add_passkey(page, site, "Original")
    early = authenticator.credentials[0]
    sign_out(page, site)
    sign_in_halfway(page, site, "cleo")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/conversations")
    other = person().be("alice")
    authenticator.call("removeCredential", credentialId=early["credentialId"])
    authenticator.call("addCredential", credential={**early, "signCount": 0})
    sign_out(page, site)
    sign_in_halfway(page, site, "cleo")
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_text("may have been copied").wait_for()
    page.goto(f"{site.url}/conversations")
    assert page.url.endswith("/sign-in/second-factor")
    assert other.page.get_by_text("may have been copied").count() == 0


def answer(page, options, origin_page=None):
    """Calls a page's authenticator with options, without the page's own form."""
    return (origin_page or page).evaluate(
        """async (options) => JSON.stringify(await navigator.credentials.get(
            { publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options)) }))""", options)


def post(someone, path, **form):
    return someone.context.request.post(
        f"{someone.site.url}{path}", form=form, headers={"Origin": someone.site.url}, max_redirects=0)


def passkey_form(page):
    form = page.locator("[data-passkey]")
    return form.get_attribute("data-options"), form.locator("[name=ticket]").get_attribute("value")


def test_an_answer_is_good_once(person, site):
    someone = person()
    page = fresh(someone, "rea")
    Authenticator(someone, ROAMING)
    add_passkey(page, site, "Key")
    sign_out(page, site)
    sign_in_halfway(page, site, "rea")
    options, ticket = passkey_form(page)
    text = answer(page, options)
    halfway = someone.context.cookies()
    assert post(someone, "/sign-in/second-factor", ticket=ticket, answer=text).status == 303
    # The same request again, from the same browser: that session has ended, and its challenge is used.
    sign_out(page, site)
    sign_in_halfway(page, site, "rea")
    again = post(someone, "/sign-in/second-factor", ticket=ticket, answer=text)
    assert again.status == 422
    someone.context.add_cookies(halfway)
    assert post(someone, "/sign-in/second-factor", ticket=ticket, answer=text).status in (303, 401)
    page.goto(f"{site.url}/conversations")
    assert "/sign-in" in page.url


def test_an_answer_for_another_origin_is_refused(person, site, chromium, tmp_path):
    someone = person()
    page = fresh(someone, "orla")
    authenticator = Authenticator(someone, ROAMING)
    add_passkey(page, site, "Key")
    sign_out(page, site)
    sign_in_halfway(page, site, "orla")
    options, ticket = passkey_form(page)
    # Another port is another origin of the same relying party.
    other = Site(tmp_path)
    try:
        page.goto(f"{other.url}/sign-in")
        text = answer(page, options)
    finally:
        other.stop()
    refused = post(someone, "/sign-in/second-factor", ticket=ticket, answer=text)
    assert refused.status == 422 and "could not be verified" in refused.text()
    assert authenticator.credentials[0]["signCount"] >= 2


def test_the_passkey_of_somebody_else_is_no_proof(person, site):
    mallory = person()
    page = fresh(mallory, "mallory")
    Authenticator(mallory, ROAMING)
    add_passkey(page, site, "Mine")
    sign_out(page, site)
    sign_in_halfway(page, site, "mallory")
    own = json.loads(passkey_form(page)[0])["allowCredentials"]
    # An attacker who has passed the first factor of a user with a passkey.
    victim = person()
    victim_page = fresh(victim, "victor")
    Authenticator(victim, ROAMING)
    add_passkey(victim_page, site, "Victor's")
    page.goto(f"{site.url}/sign-in/second-factor")
    page.get_by_role("button", name="Sign out").click()
    sign_in_halfway(page, site, "victor")
    options, ticket = passkey_form(page)
    text = answer(page, json.dumps({**json.loads(options), "allowCredentials": own}))
    refused = post(mallory, "/sign-in/second-factor", ticket=ticket, answer=text)
    assert refused.status == 422 and "is not known here" in refused.text()


def test_where_the_address_cannot_carry_passkeys_the_page_says_why(person, site):
    someone = person()
    page = someone.sign_in("alice", url=site.lan_url).page
    page.goto(f"{site.lan_url}/profile/security")
    assert page.get_by_text("Passkeys need https").count() == 1
    page.goto(f"http://127.0.0.1:{site.port}/sign-in")
    assert page.locator("[data-passkey]").count() == 0
    page.fill("#user", "alice")
    page.press("#user", "Enter")
    page.wait_for_url("**/conversations")
    page.goto(f"http://127.0.0.1:{site.port}/profile/security")
    assert page.get_by_text("Passkeys don't work at an address of numbers.").count() == 1


@pytest.mark.parametrize("has_scripts", [True, False])
def test_an_app_is_set_up_by_what_the_page_shows_and_asked_for_afterwards(person, site, axe, has_scripts):
    someone = person(java_script_enabled=has_scripts)
    alias = "toto" if has_scripts else "quiet"
    page = fresh(someone, alias)
    page.goto(f"{site.url}/profile/security")
    if not has_scripts:
        # Playwright does not find text in a noscript element.
        assert "Passkeys need scripts" in page.locator("body").inner_text()
    page.get_by_role("button", name="Set up an authenticator app").click()
    assert page.get_by_role("img", name="QR code").bounding_box()["width"] > 150
    if has_scripts:
        axe(page)
    secret = page.locator(".secret").inner_text()
    page.fill("#code", code(secret))
    page.get_by_role("button", name="Finish").click()
    codes = page.locator(".recovery-codes li").all_inner_texts()
    assert len(codes) == 10 and all(re.fullmatch("[a-z2-7]{4}(-[a-z2-7]{4}){5}", one) for one in codes)
    copies = page.locator("[data-codes]")
    if has_scripts:
        axe(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a file").click()
        assert download.value.suggested_filename == "recovery-codes.txt"
        assert Path(download.value.path()).read_text().split() == codes
        someone.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy").click()
        page.get_by_role("button", name="Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()").split() == codes
    else:
        assert not any(one.is_visible() for one in copies.all())
    sign_out(page, site)
    sign_in_halfway(page, site, alias)
    if has_scripts:
        axe(page)
    page.fill("#code", "000000")
    page.press("#code", "Enter")
    page.get_by_role("alert").get_by_text("That did not work.").wait_for()
    page.fill("#code", code(secret, later=1))
    page.press("#code", "Enter")
    page.wait_for_url("**/conversations")
    sign_out(page, site)
    sign_in_halfway(page, site, alias)
    page.fill("#code", codes[0].upper())
    page.press("#code", "Enter")
    page.wait_for_url("**/conversations")
    page.get_by_text("A recovery code was used.").wait_for()
    page.get_by_role("button", name="Got it").click()
    page.wait_for_url("**/conversations")
    assert page.get_by_text("A recovery code was used.").count() == 0


def test_what_happens_to_ones_factors_is_told_in_all_other_sessions(person, site, axe):
    here, there, quiet = person(), person(), person(java_script_enabled=False)
    page = fresh(here, "nia")
    Authenticator(here, ROAMING)
    for other in (there, quiet):
        other.sign_in("nia")
    elsewhere = there.tab
    # On every page and in each tab.
    elsewhere.goto(f"{site.url}/bookmarks")
    second = there.context.new_page()
    second.goto(f"{site.url}/profile")
    add_passkey(page, site, "Key")
    bar = elsewhere.locator(".session-notice")
    bar.get_by_text("A passkey was added elsewhere.").wait_for()
    bar.get_by_text("New recovery codes were made elsewhere.").wait_for()
    second.locator(".session-notice").get_by_text("A passkey was added elsewhere.").wait_for()
    assert page.locator(".session-notice").count() == 0
    axe(elsewhere)
    # Without scripts, on the next page.
    quiet.tab.reload()
    assert "A passkey was added elsewhere." in quiet.tab.locator(".session-notice").inner_text()
    # Another change happens before "got it" is pressed, which acknowledges the first one only.
    page.get_by_role("button", name="Remove the passkey “Key”").click()
    bar.get_by_text("A passkey was removed elsewhere.").wait_for()
    assert "A passkey was added elsewhere." in bar.inner_text()
    bar.get_by_role("button", name="Got it").click()
    elsewhere.wait_for_load_state()
    assert elsewhere.url.endswith("/bookmarks")
    until(elsewhere, "!document.querySelector('.session-notice')")
    until(second, "!document.querySelector('.session-notice')")
    # The other session has not seen it.
    quiet.tab.get_by_role("button", name="Got it").click()
    assert "A passkey was removed elsewhere." in quiet.tab.locator(".session-notice").inner_text()


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("strict"), "--second-factor", "required")
    yield site
    site.stop()


def test_a_factor_that_is_required_may_be_a_passkey(chromium, strict, axe):
    someone = Person(chromium, strict)
    page = someone.tab
    authenticator = Authenticator(someone, PLATFORM)
    page.goto(f"{strict.url}/sign-in?return=/bookmarks")
    page.fill("#user", "bob")
    page.press("#user", "Enter")
    page.wait_for_url("**/sign-in/second-factor")
    assert page.get_by_role("img", name="QR code").count() == 1
    axe(page)
    page.get_by_label("The passkey's name").fill("Bob's phone")
    page.get_by_role("button", name="Make the passkey").click()
    page.get_by_role("link", name="I have kept them").click()
    page.wait_for_url("**/bookmarks")
    assert len(authenticator.credentials) == 1
    page.goto(f"{strict.url}/profile/security")
    assert page.get_by_role("heading", name="Bob's phone").count() == 1
    someone.context.close()
    assert someone.complaints == []
