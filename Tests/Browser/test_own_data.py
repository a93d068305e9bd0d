"""The file with one's data, deleting one's account, and the first admin of a site without people."""

import json
import os
import re
import subprocess

import pytest

from acting import watch
from conftest import BINARY, REPOSITORY, free_port

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])


@SCRIPTS
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_person_takes_the_data_along(person, site, axe, scripts, locale, scheme):
    # One person may ask for so many files only.
    alias = {("light", True): "kenji", ("light", False): "haruka", ("dark", True): "carol", ("dark", False): "dave"}[
        scheme, scripts]
    someone = person(
        alias, java_script_enabled=scripts, locale=locale, color_scheme=scheme, reduced_motion="reduce",
        viewport={"width": 320, "height": 640})
    page = someone.page
    if scripts:
        watch(page)
    page.goto(f"{site.url}/profile")
    page.locator("form[action='/profile/data'] button").click()
    button = page.locator("button[name=download]")
    button.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    with page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == f"engawa-{alias}.json"
    content = json.loads(download.value.path().read_text())
    assert content["profile"]["alias"] == alias and content["messages"]
    # The page is still there, and so is its button.
    assert button.is_enabled() and button.get_attribute("aria-busy") is None
    if scripts:
        axe(page)
        assert page.evaluate("window.broken") == []


@SCRIPTS
def test_a_person_deletes_the_account(person, site, axe, scripts):
    alias = "yui" if scripts else "sora"
    someone = person(java_script_enabled=scripts, viewport={"width": 320, "height": 640})
    someone.sign_in(alias)
    page = someone.page
    page.goto(f"{site.url}/profile")
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_text("This can't be undone.").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    if scripts:
        axe(page)
    # The browser asks for the box first.
    page.get_by_role("button", name="Delete my account").click()
    assert page.url.endswith("/profile/delete")
    page.get_by_label("Yes, delete my account for good.").check()
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_text("Your account is deleted.").wait_for()
    assert page.get_by_text("Last ID").count() == 0
    page.fill("#user", alias)
    page.press("#user", "Enter")
    page.get_by_text("There is no such User ID.").wait_for()


@SCRIPTS
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
def test_the_first_admin_registers_with_the_code_from_the_log(person, tmp_path, axe, scripts, locale):
    url = f"http://localhost:{free_port()}"
    log = tmp_path / "log"
    with log.open("w") as stream:
        process = subprocess.Popen(
            [BINARY, "serve", "--listen", url.removeprefix("http://").replace("localhost", "127.0.0.1"), "--data",
             tmp_path / "data", "--sign-in", "password"],
            cwd=REPOSITORY, env={**os.environ, "TZ": "UTC"}, stdout=subprocess.PIPE, stderr=stream, text=True)
    try:
        # It says so when it listens, after the line with the code.
        assert process.stdout.readline() == "Engawa is open:\n"
        line = re.search(r"url=(\S+) code=(\S+) ", log.read_text())
        someone = person(java_script_enabled=scripts, locale=locale, viewport={"width": 320, "height": 640})
        page = someone.page
        page.goto(f"{url}/sign-in")
        if scripts:
            axe(page)
        page.locator("a[href='/first-admin']").click()
        page.wait_for_url(line[1])
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.fill("#code", line[2].lower())
        page.fill("#name", "Mia Sky")
        page.fill("#alias", "mia")
        page.fill("#password", "password123")
        page.press("#password", "Enter")
        page.get_by_role("alert").wait_for()
        if scripts:
            axe(page)
        # All but the password is still there.
        assert page.input_value("#alias") == "mia" and page.input_value("#password") == ""
        page.fill("#password", "a veranda in the afternoon")
        page.press("#password", "Enter")
        page.wait_for_url("**/conversations")
        page.goto(f"{url}/admin/people")
        page.get_by_text("@mia").wait_for()
        assert page.goto(f"{url}/first-admin").status == 404
    finally:
        process.terminate()
        process.wait(timeout=5)
