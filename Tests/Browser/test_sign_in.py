"""Sign-in with a password or a User ID, in a real browser, with the embedded backend."""

import json

import pytest

from conftest import CHROMIUM, Site

# The password of all sample users; documented in docs/sign-in.md.
PASSWORD = "veranda-by-the-sea"


@pytest.fixture(scope="module")
def password_site(tmp_path_factory):
    """A site with passwords as the only sign-in method."""
    site = Site(tmp_path_factory.mktemp("data"), "--sign-in", "password")
    yield site
    site.stop()


def fill(page, name, password):
    page.fill("#password-name", name)
    page.fill("#password-password", password)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_a_name_and_a_password_lead_in_and_back(person, password_site, scripts):
    alice = person(java_script_enabled=scripts)
    page = alice.page
    page.goto(f"{password_site.url}/bookmarks")
    assert page.get_by_text("Sign in to continue.").is_visible()
    fill(page, "alice", PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/bookmarks")
    page.goto(f"{password_site.url}/profile")
    assert page.locator("main").get_by_text("alice").first.is_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_a_wrong_password_is_told_without_saying_what_is_wrong(person, password_site, scripts):
    page = person(java_script_enabled=scripts).page
    told = []
    for name in ("alice", "nobody"):
        page.goto(f"{password_site.url}/sign-in")
        fill(page, name, "guess")
        page.get_by_role("button", name="Sign in", exact=True).click()
        told.append(page.get_by_role("alert").inner_text())
        assert page.input_value("#password-name") == name
        assert page.input_value("#password-password") == ""
    assert told == ["The name or the password is wrong."] * 2


def test_the_button_works_once_both_fields_are_filled(person, password_site):
    page = person().page
    page.goto(f"{password_site.url}/sign-in")
    button = page.get_by_role("button", name="Sign in", exact=True)
    assert button.is_disabled()
    page.locator("#password-name").press_sequentially("alice")
    assert button.is_disabled()
    page.locator("#password-password").press_sequentially("x")
    assert button.is_enabled()
    page.fill("#password-name", "")
    assert button.is_disabled()


def record_waiting(page, form):
    """Lets the page record the state of the form: during navigation the browser does not respond to the test."""
    page.evaluate("""(selector) => {
        const form = document.querySelector(selector);
        const button = form.querySelector("[type=submit]");
        new MutationObserver(() => {
            if (button.ariaBusy != "true") return;
            // A pointer that passes wakes nothing.
            form.dispatchEvent(new Event("pointerover", { bubbles: true }));
            sessionStorage.state = JSON.stringify({
                resting: [...form.elements].filter((element) => element.type != "hidden").map((element) => element.disabled),
                busy: button.ariaBusy,
                label: button.textContent,
                mark: getComputedStyle(button, "::before").animationName,
            });
        }).observe(button, { attributeFilter: ["aria-busy", "disabled"] });
    }""", form)


def test_fields_and_button_rest_while_it_runs(person, password_site):
    page = person().page
    page.goto(f"{password_site.url}/sign-in")
    fill(page, "alice", PASSWORD)
    record_waiting(page, "[data-waits]")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/conversations")
    state = json.loads(page.evaluate("sessionStorage.state"))
    assert state == {"resting": [True] * 4, "busy": "true", "label": "Signing in…", "mark": "turn"}


@pytest.fixture(scope="module")
def user_id_site(tmp_path_factory):
    """A site with User IDs as the only sign-in method."""
    site = Site(tmp_path_factory.mktemp("data"), "--sign-in", "user-id")
    yield site
    site.stop()


def submit(page):
    return page.locator("[data-waits] .primary")


def test_the_form_for_a_user_id_waits_like_that_for_a_password(person, user_id_site):
    page = person(locale="ja-JP").page
    page.goto(f"{user_id_site.url}/sign-in")
    assert submit(page).is_disabled()
    page.locator("#user").press_sequentially("alice")
    assert submit(page).is_enabled()
    page.fill("#user", "")
    assert submit(page).is_disabled()
    page.fill("#user", "alice")
    record_waiting(page, "[data-waits]")
    submit(page).click()
    page.wait_for_url("**/conversations")
    state = json.loads(page.evaluate("sessionStorage.state"))
    assert state == {"resting": [True] * 3, "busy": "true", "label": "認証中…", "mark": "turn"}
    # Who comes back finds the button as it was.
    page.goto(f"{user_id_site.url}/profile")
    page.get_by_role("button", name="サインアウト").click()
    page.fill("#user", "nobody-of-that-name")
    submit(page).click()
    assert page.get_by_role("alert").inner_text() == "指定されたUser IDが見つかりません"
    page.go_back()
    assert submit(page).inner_text() == "サインイン"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_each_mistake_in_a_user_id_has_its_sentence(person, user_id_site, scripts):
    page = person(locale="ja-JP", java_script_enabled=scripts).page
    for typed, sentence in ((" ", "User IDを入力してください"), ("a b!", "無効なUser ID形式です"),
                            ("nobody", "指定されたUser IDが見つかりません")):
        page.goto(f"{user_id_site.url}/sign-in")
        page.fill("#user", typed)
        submit(page).click()
        assert page.get_by_role("alert").inner_text() == sentence


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_the_last_user_id_is_offered_until_it_is_forgotten(chromium, user_id_site, tmp_path, scripts, axe):
    def open_browser():
        return chromium.browser_type.launch_persistent_context(
            tmp_path, executable_path=CHROMIUM, args=["--no-sandbox"], locale="ja-JP", java_script_enabled=scripts)

    browser = open_browser()
    page = browser.new_page()
    page.goto(f"{user_id_site.url}/sign-in")
    assert page.get_by_text("前回のID").count() == 0
    page.fill("#user", "alice")
    page.press("#user", "Enter")
    page.wait_for_url("**/conversations")
    page.goto(f"{user_id_site.url}/profile")
    page.get_by_role("button", name="サインアウト").click()
    assert page.get_by_role("button", name="前回のID: alice").is_visible()
    # Another person types another name; the enter key does not sign in as the last one.
    page.fill("#user", "bob")
    page.press("#user", "Enter")
    page.wait_for_url("**/conversations")
    page.goto(f"{user_id_site.url}/profile")
    page.get_by_role("button", name="サインアウト").click()
    page.get_by_role("button", name="前回のID: bob").wait_for()
    browser.close()

    browser = open_browser()
    page = browser.new_page()
    page.goto(f"{user_id_site.url}/sign-in?return=%2Fbookmarks")
    if scripts:
        assert submit(page).is_disabled()
        axe(page)
    page.get_by_role("button", name="前回のID: bob").click()
    page.wait_for_url("**/bookmarks")
    page.goto(f"{user_id_site.url}/profile")
    page.get_by_role("button", name="サインアウト").click()
    page.get_by_role("button", name="前回のIDを忘れる").click()
    page.wait_for_url("**/sign-in")
    assert page.get_by_text("前回のID").count() == 0
    browser.close()

    browser = open_browser()
    page = browser.new_page()
    page.goto(f"{user_id_site.url}/sign-in")
    assert page.get_by_text("前回のID").count() == 0
    browser.close()


def test_a_session_that_ended_is_told_when_a_page_is_asked_for(person, user_id_site):
    alice = person(locale="ja-JP").sign_in("alice", user_id_site.url)
    old = [cookie for cookie in alice.context.cookies() if cookie["name"] == "session"]
    alice.context.clear_cookies(name="session")
    alice.sign_in("alice", user_id_site.url)
    alice.page.goto(f"{user_id_site.url}/profile")
    alice.page.get_by_role("button", name="サインアウト").click()
    assert alice.page.get_by_text("セッションの有効期限が切れました").count() == 0
    # As another tab would still send it.
    alice.context.add_cookies([{**old[0], "value": "0" * 64}])
    alice.page.goto(f"{user_id_site.url}/bookmarks")
    alice.page.wait_for_url("**/sign-in?return=*")
    assert alice.page.get_by_text("セッションの有効期限が切れました").is_visible()
    alice.page.get_by_role("button", name="前回のID: alice").click()
    alice.page.wait_for_url("**/bookmarks")


def test_who_comes_back_by_the_arrow_finds_a_form_that_works(person, password_site):
    page = person().page
    page.goto(f"{password_site.url}/sign-in")
    fill(page, "alice", "guess")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("alert").wait_for()
    page.go_back()
    fill(page, "alice", PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/conversations")


def test_without_scripts_the_browser_itself_asks_for_both(person, password_site):
    page = person(java_script_enabled=False).page
    page.goto(f"{password_site.url}/sign-in")
    page.fill("#password-name", "alice")
    page.get_by_role("button", name="Sign in", exact=True).click()
    assert page.url == f"{password_site.url}/sign-in"
    assert page.locator(":invalid#password-password").count() == 1


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_who_is_new_makes_an_account(person, password_site, scripts):
    page = person(java_script_enabled=scripts).page
    name = "kim_on" if scripts else "kim_off"
    page.goto(f"{password_site.url}/sign-in")
    page.get_by_role("link", name="New here? Register").click()
    page.fill("#username", "alice")
    page.fill("#email", f"{name}@example.test")
    page.fill("#name", "Kim")
    page.fill("#password", "correct horse")
    page.get_by_role("button", name="Register and begin").click()
    assert page.locator("#username-fault").inner_text().startswith("That user name is taken.")
    assert page.input_value("#email") == f"{name}@example.test"
    assert page.input_value("#password") == ""
    page.fill("#username", name)
    page.fill("#password", "correct horse")
    page.get_by_role("button", name="Register and begin").click()
    page.wait_for_url("**/conversations")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
def test_axe_finds_nothing_on_the_way_in(person, password_site, site, axe, scheme, locale):
    for width in (320, 1440):
        page = person(color_scheme=scheme, locale=locale, viewport={"width": width, "height": 800}).page
        for url in (f"{password_site.url}/sign-in", f"{password_site.url}/register", f"{site.url}/sign-in"):
            page.goto(url)
            axe(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, url
        page.goto(f"{password_site.url}/sign-in")
        fill(page, "alice", "guess")
        page.locator("[data-waits] [type=submit]").click()
        page.get_by_role("alert").wait_for()
        axe(page)


def test_a_session_that_was_ended_elsewhere_leads_back(person, password_site):
    alice = person()
    page = alice.page
    page.goto(f"{password_site.url}/sign-in")
    fill(page, "bob", PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/conversations")
    alice.context.clear_cookies()
    page.goto(f"{password_site.url}/profile")
    page.wait_for_url("**/sign-in?return=*")
    fill(page, "bob", PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/profile")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_a_new_password_counts_from_now_on(person, password_site, scripts, axe):
    name, new = ("carol", "another horse") if scripts else ("dave", "yet another horse")
    here, there = person(java_script_enabled=scripts), person()
    for someone in (here, there):
        someone.tab.goto(f"{password_site.url}/sign-in")
        fill(someone.tab, name, PASSWORD)
        someone.tab.get_by_role("button", name="Sign in", exact=True).click()
        someone.tab.wait_for_url("**/conversations")
    page = here.page
    page.goto(f"{password_site.url}/profile")
    page.get_by_role("button", name="Change the password").click()
    page.get_by_label("Current password").fill("guess")
    page.get_by_label("New password").fill(new)
    page.get_by_role("button", name="Change it").click()
    assert page.get_by_role("alert").inner_text() == "That is not your current password."
    assert page.input_value("#current") == "" and page.input_value("#new") == ""
    if scripts:
        axe(page)
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill(new)
    page.get_by_role("button", name="Change it").click()
    page.get_by_role("status").get_by_text("The password was changed.").wait_for()
    there.tab.get_by_text("Your session has ended.").wait_for()
    there.tab.goto(f"{password_site.url}/sign-in")
    fill(there.tab, name, new)
    there.tab.get_by_role("button", name="Sign in", exact=True).click()
    there.tab.wait_for_url("**/conversations")
