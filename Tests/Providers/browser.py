"""A browser for the tests: cookies of one host, redirects that can be inspected before they are followed, and forms."""

import html.parser
import json
import time
import urllib.error
import urllib.parse
import urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    def __init__(self):
        self.opener = urllib.request.build_opener(NoRedirect)
        # Python's cookie jar accepts no cookie for "localhost"; browsers do.
        self.cookies = {}

    def send(self, method, url, body=None, form=False):
        data = None
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            data = (urllib.parse.urlencode(body) if form else json.dumps(body)).encode()
            headers["Content-Type"] = "application/x-www-form-urlencoded" if form else "application/json"
            headers["Origin"] = "/".join(url.split("/")[:3])
            headers["Referer"] = url
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            answer = self.opener.open(request, timeout=10)
        except urllib.error.HTTPError as error:
            answer = error
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.split(";")[0].partition("=")
            self.cookies[name.strip()] = value
        return answer.status, answer.headers.get("Location"), answer.read().decode()

    def walk(self, url, until, answers):
        """Follows redirects and fills in forms with `answers` until it is redirected to a URL that begins with `until`."""
        method, body = "GET", None
        for _ in range(20):
            status, location, text = self.send(method, url, body, form=True)
            if location:
                url = urllib.parse.urljoin(url, location)
                if url.startswith(until):
                    return url
                method, body = "GET", None
                continue
            form = Form.of(text, answers)
            assert status == 200 and form, (status, url, text[:2000])
            url = urllib.parse.urljoin(url, form.action or url)
            method, body = "POST", form.filled(answers)
        raise AssertionError(f"went round in circles at {url}")


class Form(html.parser.HTMLParser):
    """The first form with a field in `answers`, with its fields."""

    def __init__(self):
        super().__init__()
        self.forms = []

    @staticmethod
    def of(text, answers):
        parser = Form()
        parser.feed(text)
        asked = [f for f in parser.forms if any(name in answers for name, _ in f.fields)]
        return next(iter(asked), None)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.forms.append(FoundForm(attributes.get("action")))
        elif tag in ("input", "button") and self.forms and attributes.get("name"):
            self.forms[-1].fields.append((attributes["name"], attributes.get("value") or ""))


class FoundForm:
    def __init__(self, action):
        self.action = action
        self.fields = []

    def filled(self, answers):
        return {name: answers.get(name, value) for name, value in self.fields}


def wait_for(url):
    for _ in range(600):
        try:
            urllib.request.urlopen(url, timeout=2).read()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nothing answers at {url}")
