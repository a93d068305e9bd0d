import HTTP
import Testing

@Suite struct RequestTargetTests {
    @Test func `an encoded slash stays inside its segment`() {
        #expect(RequestTarget("/messages/a%2Fb/reactions")?.segments == ["messages", "a/b", "reactions"])
    }

    @Test func `the root has no segments and a trailing slash is an empty last one`() {
        #expect(RequestTarget("/")?.segments == [])
        #expect(RequestTarget("/users/")?.segments == ["users", ""])
    }

    @Test func `a query is split before it is decoded`() {
        let target = RequestTarget("/x?a=1%262&b=+%2B&flag&a=second")
        #expect(target?.query["a"] == "1&2")
        #expect(target?.query["b"] == " +")
        #expect(target?.query["flag"] == "")
        #expect(target?.query.items.count == 4)
    }

    @Test(arguments: ["", "x", "*", "http://host/", "/%", "/%4", "/%zz", "/%FF", "/x?%C3"])
    func `what is no target is refused`(raw: String) {
        #expect(RequestTarget(raw) == nil)
    }
}

@Suite struct PercentEncodingTests {
    @Test(arguments: ["", "plain-._~", "日本語 👩‍👩‍👧", "a/b?c=d&e#f%", "\0\n"])
    func `what is encoded decodes to itself`(text: String) {
        let encoded = PercentEncoding.encode(text)
        #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(PercentEncoding.decode(encoded) == text)
    }
}

@Suite struct HeaderFieldsTests {
    @Test func `names are compared without regard to case and order is kept`() {
        var headers: HeaderFields = ["Set-Cookie": "a=1", "X-A": "1"]
        headers.append("set-cookie", "b=2")
        #expect(headers["SET-COOKIE"] == "a=1")
        #expect(headers.values(of: .setCookie) == ["a=1", "b=2"])
    }

    @Test func `a value can't start a field of its own`() {
        let headers: HeaderFields = ["Location": "/x\r\nSet-Cookie: a=1\0"]
        #expect(headers[.location] == "/x  Set-Cookie: a=1 ")
    }

    @Test(arguments: ["", "a b", "a:", "a\r", "ä"]) func `what is no token is no name`(name: String) {
        #expect(FieldName(name) == nil)
    }
}

@Suite struct CookieTests {
    @Test func `cookies are read from every field and the first of a name counts`() {
        var headers: HeaderFields = ["Cookie": "a=1; b=x=y"]
        headers.append(.cookie, "a=2;c=")
        let cookies = Cookies(headers)
        #expect(cookies["a"] == "1")
        #expect(cookies["b"] == "x=y")
        #expect(cookies["c"] == "")
        #expect(cookies["d"] == nil)
    }

    @Test(arguments: [
        ("xa=1; a2=2;   a=3", "3"), (";;a=;", ""), ("a", nil), ("a ; b=a=1", nil), ("b=1;a=縁 側 ;", "縁 側 "),
        ("ab=1; b", nil), ("", nil),
    ])
    func `a cookie has just its name`(field: String, value: String?) {
        #expect(Cookies(["Cookie": field])["a"] == value)
    }

    @Test func `a cookie is closed to scripts and other sites unless told otherwise`() {
        let cookie = SetCookie(name: "__Host-session", value: "abc", maxAge: .seconds(60), isSecure: true)
        #expect(cookie.serialized == "__Host-session=abc; Path=/; SameSite=Lax; HttpOnly; Secure; Max-Age=60")
    }
}

@Suite struct OriginTests {
    @Test func `default ports and case make no difference`() {
        #expect(Origin(serialized: "https://Example.jp") == Origin(serialized: "https://example.jp:443"))
        #expect(Origin(scheme: .http, authority: "[::1]:8080")?.description == "http://[::1]:8080")
    }

    @Test(arguments: [
        "null", "", "http://", "ftp://a", "http://a/b", "http://a:0", "http://a:99999", "http://a b",
        "http://user@a", "http://[::1", "http://a:+1",
    ])
    func `what is no origin is refused`(text: String) {
        #expect(Origin(serialized: text) == nil)
    }

    /// U+212A KELVIN SIGN becomes `k` in lower case, and is no letter of a host.
    @Test(arguments: [
        "http://ban\u{212A}.test", "http://\u{212A}.local", "http:\u{301}//a", "http://a:\u{301}80",
        "http://a:8\u{301}",
        "http://a/\u{301}",
    ])
    func `a letter beyond ASCII is no part of an origin`(text: String) {
        #expect(Origin(serialized: text) == nil)
        #expect(BaseURL(text) == nil)
    }

    @Test func `a base URL is an origin and a path`() {
        #expect(BaseURL("http://backend:3000/api/v1/")?.description == "http://backend:3000/api/v1")
        #expect(BaseURL("HTTP://Backend")?.description == "http://backend")
        for wrong in ["backend:3000", "http://a?b", "http://a/#b", "file:///x", "http://a/ b"] {
            #expect(BaseURL(wrong) == nil, "\(wrong)")
        }
    }
}

@Suite struct NegotiationTests {
    @Test func `preferences come best first, equals in their order`() {
        let choices = Preferences("en;q=0.8, ja, *;q=0.1, fr").choices.map(\.value)
        #expect(choices == ["ja", "fr", "en", "*"])
    }

    @Test func `a quality of zero is a refusal`() {
        let accepted = Preferences("gzip;q=0, *")
        #expect(!accepted.accepts("gzip"))
        #expect(accepted.accepts("br"))
        #expect(!Preferences(nil).accepts("gzip"))
    }

    @Test func `entity tags compare weakly`() {
        let tag = EntityTag(opaque: "abc")
        #expect(tag.matches(ifNoneMatch: #"W/"abc", "x""#))
        #expect(tag.matches(ifNoneMatch: "*"))
        #expect(!tag.matches(ifNoneMatch: #""abcd""#))
        #expect(EntityTag(serialized: tag.serialized) == tag)
        #expect(EntityTag(serialized: "abc") == nil)
    }

    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func `a mark that joins a sign of a field does not hide the sign`(mark: String) {
        #expect(MediaType(field: "text/html;\(mark)charset=utf-8") == .html)
        #expect(MediaType(field: "text/html; charset=\(mark)") == .html)
        #expect(MediaType(field: "text/\(mark)html") == nil)
        let tag = EntityTag(opaque: "abc")
        #expect(tag.matches(ifNoneMatch: "\"x\"\(mark), \"abc\""))
        #expect(!tag.matches(ifNoneMatch: "\"x\", \"\(mark)abc\""))
        let error = TransportError(.timedOut, method: .get, url: "http://a/b?\(mark)code=secret", detail: "")
        #expect(!"\(error)".contains("secret"))
    }

    @Test(arguments: ["nan", "-nan", "inf", "-inf", "1e999", "", "x", "+", "0x", "1.5"])
    func `a quality that is no number between 0 and 1 spoils no order`(quality: String) {
        let preferences = Preferences("a;q=0.5, b;q=\(quality), c;q=0.9, d;q=nan, e")
        #expect(preferences.choices.allSatisfy { (0...1).contains($0.quality) })
        #expect(
            zip(preferences.choices, preferences.choices.dropFirst()).allSatisfy { $0.quality >= $1.quality })
    }

    @Test func `a media type is read without its parameters`() {
        #expect(MediaType(field: "Text/HTML; charset=utf-8") == .html)
        #expect(MediaType(field: "nonsense") == nil)
    }
}
