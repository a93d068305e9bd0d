import ChildProcess
import HTTP
import Testing

/// The veranda of the sample world.
private let thread = "/conversations/550e8400-e29b-41d4-a716-446655450001"

@Suite struct CompressedPageTests {
    @Test func `a conversation goes compressed to who takes it, and is the same page`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            _ = try await browser.get(thread)
            let plain = try await browser.raw(thread)
            let compressed = try await browser.raw(thread, [.acceptEncoding: "br, gzip;q=0.8"])
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(compressed.headers[.contentEncoding] == "gzip")
            #expect(compressed.headers[.vary] == "Accept, Accept-Language, Cookie, Accept-Encoding")
            #expect(plain.headers[.vary] == compressed.headers[.vary])
            #expect(compressed.body.count < plain.body.count / 4)
            #expect(compressed.body.count < 30_000)
            #expect(try await ChildProcess.run(["gzip", "-dc"], input: compressed.body).output == plain.body)
        }
    }

    @Test func `each representation has a tag of its own, by which it is not sent again`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            _ = try await browser.get(thread)
            let plain = try #require(try await browser.raw(thread).headers[.eTag])
            let gzip = try #require(try await browser.raw(thread, [.acceptEncoding: "gzip"]).headers[.eTag])
            #expect(plain != gzip)
            func status(_ tag: String, _ headers: HeaderFields) async throws -> Status {
                var headers = headers
                headers[.ifNoneMatch] = tag
                return try await browser.raw(thread, headers).status
            }
            #expect(try await status(plain, [:]) == .notModified)
            #expect(try await status(gzip, [.acceptEncoding: "gzip"]) == .notModified)
            #expect(try await status(plain, [.acceptEncoding: "gzip"]) == .ok)
            #expect(try await status(gzip, [:]) == .ok)
        }
    }

    /// Who can put words into a page and see how long it gets could guess what else is in it, letter by letter (BREACH).
    @Test func `what holds a secret beside words of others is not compressed`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            for path in ["/conversations", "/search?q=tea", "/profile", "/bookmarks"] {
                let page = try await browser.raw(path, [.acceptEncoding: "gzip"])
                #expect(page.status == .ok)
                #expect(page.headers[.contentEncoding] == nil, "\(path)")
            }
            _ = try await browser.post(thread + "/draft", ["text": "not said yet"])
            let page = try await browser.raw(thread, [.acceptEncoding: "gzip"])
            #expect(page.headers[.contentEncoding] == nil)
            #expect(String(decoding: page.body, as: UTF8.self).contains("not said yet"))
        }
    }
}
