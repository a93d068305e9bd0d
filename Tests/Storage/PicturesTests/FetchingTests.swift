import HTTP
import LyingWeb
import Testing

@testable import Pictures

private let good = TestImages.png(200, 200)

/// Responses of servers, and the resulting log messages.
private let lies: [(LyingServer.Reply, String)] = [
    (.ok(Array("<!doctype html>".utf8)), "not a picture in a supported format"),
    (.ok([]), "not a picture in a supported format"),
    (.ok(TestImages.png(64, 64) + huge), "too large"),
    (.bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + huge), "too large"),
    (.ok(TestImages.claiming(.png, 30_000)), "30000×30000 pixels are too many"),
    (.ok(Array(good.prefix(good.count / 2))), "broken png"),
    (.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n".utf8) + good), "unreachable"),
    (.bytes([]), "unreachable"),
    (.status("404 Not Found"), "status 404"),
    (.status("204 No Content"), "status 204"),
    (.redirect("http://169.254.169.254/latest/meta-data/"), "the address is not allowed"),
    (.redirect("http://10.0.0.1/"), "the address is not allowed"),
    (.redirect("http://[::1]/"), "the address is not allowed"),
    (.redirect("http://[::ffff:192.168.0.1]/"), "the address is not allowed"),
    (.redirect("file:///etc/passwd"), "a redirect to a forbidden URL"),
    (.redirect("gopher://127.0.0.1/"), "a redirect to a forbidden URL"),
    (.redirect("data:image/png;base64,iVBORw0KGgo="), "a redirect to a forbidden URL"),
    (.redirect("http://user@127.0.0.1/"), "a redirect to a forbidden URL"),
    (.status("302 Found"), "a redirect to a forbidden URL"),
]

private let huge = [UInt8](repeating: 0, count: 3 << 20)

@Suite struct FetchingTests {
    @Test func `a picture is fetched, regardless of its content type`() async throws {
        try await withStore({ _ in .ok(good, type: "text/html") }) { subject async throws in
            guard case .picture(let picture) = try await subject.answer("/a.png?size=1#top") else {
                Issue.record("no picture: \(subject.log.last)")
                return
            }
            #expect(SeenPicture(picture)?.width == 128)
            #expect(subject.server.paths == ["/a.png?size=1"])
        }
    }

    @Test(arguments: lies)
    func `an invalid response gives no picture, and the log says why`(
        reply: LyingServer.Reply, why: String
    ) async throws {
        try await withStore({ _ in reply }) { subject async throws in
            #expect(try await subject.answer("/") == .missing)
            #expect(subject.log.last.contains(why))
            #expect(subject.server.paths.count == 1)
        }
    }

    @Test func `a redirect to this machine by another name does not reach it`() async throws {
        try await withStore({ $0 == "/away" ? .ok(good) : .redirect("http://localhost:\($0.dropFirst())/away") }) {
            subject async throws in
            #expect(try await subject.answer("/\(subject.server.port)") == .missing)
            #expect(subject.log.last.contains("the address is not allowed"))
            #expect(subject.server.paths.count == 1)
        }
    }

    @Test(arguments: ["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
    func `three redirects are followed and a fourth is not`(status: String) async throws {
        let next = ["/a/0": "1", "/a/1": "/b/2", "/b/2": "?3"]
        try await withStore({ path in
            if path == "/loop" { return .redirect("/loop", status: status) }
            return next[path].map { .redirect($0, status: status) } ?? .ok(good)
        }) { subject async throws in
            #expect(try await subject.hasPicture("/a/0"))
            #expect(subject.server.paths == ["/a/0", "/a/1", "/b/2", "/b/2?3"])
            #expect(try await subject.answer("/loop") == .missing)
            #expect(subject.log.last.contains("too many redirects"))
            #expect(subject.server.paths.count == 8)
        }
    }

    @Test func `a slow server times out, and its slot becomes free`() async throws {
        var limits = PictureLimits()
        limits.fetchTime = .milliseconds(500)
        limits.fetchesAtOnce = 1
        try await withStore(limits: limits, { $0 == "/good" ? .ok(good) : .never }) { subject async throws in
            async let slow = subject.answer("/slow")
            async let slower = subject.answer("/slower")
            #expect(try await (slow, slower) == (.missing, .missing))
            #expect(subject.log.last.contains("no answer within"))
            #expect(try await subject.hasPicture("/good"))
        }
    }

    @Test func `where too many wait to be fetched, the next is left out for now and asked for again`() async throws {
        var limits = PictureLimits()
        limits.fetchTime = .milliseconds(500)
        limits.fetchesAtOnce = 1
        limits.fetchesWaiting = 0
        try await withStore(limits: limits, { $0 == "/good" ? .ok(good) : .never }) { subject async throws in
            async let slow = subject.answer("/slow")
            while subject.server.paths.isEmpty { await Task.yield() }
            #expect(try await subject.answer("/good") == .missing)
            #expect(subject.log.last.contains("too many others wait"))
            _ = try await slow
            #expect(try await subject.hasPicture("/good"))
        }
    }
}

@Suite struct WebURLTests {
    @Test(arguments: [
        "", "a.png", "/a.png", "//host/a.png", "ftp://host/a.png", "file:///etc/passwd", "javascript:alert(1)",
        "data:image/png;base64,AA", "http://", "http:///a.png", "https://user:secret@host/a.png",
        "https://host\\@evil/",
        "https://host/a b.png", "https://host/縁側.png", "https://host/\n", "https://host:0/", "https://host:99999/",
        "https://host/" + String(repeating: "a", count: 2_048),
    ])
    func `URLs that pictures may not be fetched from are rejected`(text: String) {
        #expect(WebURL(text) == nil)
    }

    @Test func `a URL is normalized without its fragment and has a unique key`() throws {
        let url = try #require(WebURL("HTTPS://Example.COM:443/A.png?b=C#d"))
        #expect(url.description == "https://example.com/A.png?b=C")
        #expect(WebURL("https://example.com")?.description == "https://example.com/")
        #expect(WebURL("https://example.com?a")?.description == "https://example.com/?a")
        #expect(url.key == WebURL("https://example.com/A.png?b=C")?.key)
        #expect(url.key != WebURL("https://example.com/a.png?b=C")?.key)
        #expect(CacheKey(url.key.description) == url.key)
        for text in ["", "..", "abc", url.key.description.uppercased(), url.key.description + "00"] {
            #expect(CacheKey(text) == nil)
        }
    }

    @Test(arguments: [
        ("https://other/x", "https://other/x"), ("//other/x", "https://other/x"), ("/x?y", "https://host/x?y"),
        ("x", "https://host/a/x"), ("../x", "https://host/x"), ("../../x/..?a/../b", "https://host/?a/../b"),
        ("?x", "https://host/a/b?x"),
        ("", "https://host/a/b?c"), ("#x", "https://host/a/b?c"), ("./x:y", "https://host/a/x:y"),
        (".", "https://host/a/"),
    ])
    func `redirects are resolved as in RFC 3986`(reference: String, target: String) throws {
        #expect(try #require(WebURL("https://host/a/b?c")).redirected(to: reference)?.description == target)
    }
}
