import Chat
import ChildProcess
import Foundation
import HTTP
import Testing

private let thread = "/conversations/550e8400-e29b-41d4-a716-446655450001"
private let asPage: HeaderFields = [.accept: "text/html,application/xhtml+xml"]

/// The list of conversations beside other pages.
@Suite struct BesideListTests {
    private func list(of page: Answer) -> Substring? {
        let text = page.text
        guard let start = text.range(of: #"<aside class="beside""#), let end = text.range(of: "</aside>") else {
            return nil
        }
        return text[start.lowerBound..<end.lowerBound]
    }

    @Test func `it comes with what is loaded as a page`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            for path in [thread, "/bookmarks", "/profile", "/search", "/conversations/new", "/nowhere"] {
                #expect(list(of: try await browser.get(path)) == nil, "\(path) for a script")
                let beside = try #require(list(of: try await browser.get(path, asPage)), "\(path)")
                #expect(beside.contains("Weekend hikers"), "\(path)")
                #expect(beside.contains(#"aria-current="page""#) == (path == thread), "\(path)")
            }
            let refused = try await browser.post("/conversations", ["name": "Nobody"], accept: .html)
            #expect(refused.status == .unprocessableContent && list(of: refused) != nil, "a form that was refused")
            #expect(list(of: try await browser.get("/conversations", asPage)) == nil, "the list itself")
            browser.cookies["layout"] = "narrow"
            #expect(list(of: try await browser.get("/bookmarks", asPage)) == nil, "a narrow window")
            browser.cookies["session"] = nil
            #expect(list(of: try await browser.get("/nowhere", asPage)) == nil, "a stranger")
        }
    }

    @Test func `it is as new as the page`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let other = "/conversations/550e8400-e29b-41d4-a716-446655450002"
            _ = try await browser.get(thread, asPage)
            _ = try await browser.get(thread, asPage)
            _ = try await browser.post(other + "/messages", ["key": "\(FormKey.random())", "text": "a newer word"])
            let beside = try #require(list(of: try await browser.get(thread, asPage)))
            #expect(beside.contains("a newer word"))
        }
    }

    @Test func `it shows that there is a draft, and not what it says`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            _ = try await browser.post(thread + "/draft", ["text": "not said yet"])
            let beside = try #require(list(of: try await browser.get("/profile", asPage)))
            #expect(beside.contains(#"class="draft""#) && !beside.contains("not said yet"))
        }
    }

    /// Who writes into another conversation than that of the page must not learn about it from the length (BREACH).
    @Test func `a compressed page has it as it is`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            // The first one marks its messages as read.
            _ = try await browser.get(thread, asPage)
            let plain = try await browser.raw(thread, asPage)
            var headers = asPage
            headers[.acceptEncoding] = "gzip"
            let compressed = try await browser.raw(thread, headers)
            #expect(compressed.headers[.contentEncoding] == "gzip")
            #expect(try await ChildProcess.run(["gzip", "-dc"], input: compressed.body).output == plain.body)
            let text = String(decoding: plain.body, as: UTF8.self)
            let start = try #require(text.range(of: #"<div class="beside-list">"#)?.upperBound)
            let end = try #require(text.range(of: "</div></aside>")?.lowerBound)
            #expect(compressed.body.firstRange(of: Array(text[start..<end].utf8)) != nil)
            #expect(compressed.body.count < plain.body.count / 2)
        }
    }
}
