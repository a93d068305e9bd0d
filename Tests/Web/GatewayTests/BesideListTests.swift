import Chat
import ChildProcess
import Compression
import Foundation
import HTTP
import Testing

@testable import Gateway

private let thread = "/conversations/550e8400-e29b-41d4-a716-446655450001"
/// Alice and Carol.
private let withCarol = "/conversations/550e8400-e29b-41d4-a716-446655450008"
/// Alice and Bob.
private let direct = "/conversations/550e8400-e29b-41d4-a716-446655450006"
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

    /// The conversation's page before it is compressed.
    private func page(of browser: Browser, _ site: SiteUnderTest, _ path: String = thread) async throws -> Response {
        var headers = asPage
        headers[.cookie] = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        headers[.host] = String(site.url.dropFirst("http://".count))
        headers[.acceptLanguage] = "en"
        return await site.site.respond(
            to: Request(method: .get, target: try #require(RequestTarget(path)), headers: headers))
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

    @Test func `a compressed page is the same page`() async throws {
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
            #expect(compressed.body.count < plain.body.count / 5)
        }
    }

    /// Who writes into one conversation, and sees how long the page of another is, must not learn what is in others
    /// (BREACH).
    @Test(arguments: [
        // Of another row, of a conversation that was left, and of the conversation of the page.
        (thread, "the pipeline is green"), (thread, "Thursday book club"), (withCarol, "A flag is a lovely idea."),
    ]) func `a row with words of another conversation makes a compressed page no shorter`(
        path: String, secret: String
    ) async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await bob.post(direct + "/messages", ["key": "\(FormKey.random())", "text": secret])
            let page = try await page(of: try await site.browser(signedInAs: "alice"), site, path)
            let guess = try #require(page.body.firstRange(of: Array("<bdi>\(secret)</bdi>".utf8)))
            #expect(page.separateParts.dropFirst().contains { $0.contains(guess.lowerBound) })
            // Other orders of the same bytes: what a row takes depends on its own text.
            let scalars = Array(secret.unicodeScalars)
            let wrong = "<bdi>\(String.UnicodeScalarView(scalars.reversed()))</bdi>"
            let other = String.UnicodeScalarView(
                [0, 1, 2].flatMap { start in
                    stride(from: start, to: scalars.count, by: 3).map { scalars[$0] }
                })
            var elsewhere = page
            let places = page.body.ranges(of: Array(secret.utf8)).filter { !guess.contains($0.lowerBound) }
            try #require(!places.isEmpty)
            for place in places { elsewhere.body.replaceSubrange(place, with: Array("\(other)".utf8)) }
            /// How much longer the page is by a wrong guess.
            func difference(_ page: Response, _ length: (Response) -> Int?) throws -> Int {
                var guessed = page
                guessed.body.replaceSubrange(guess, with: Array(wrong.utf8))
                return try #require(length(guessed)) - #require(length(page))
            }
            // Up to the bits that the last byte of the rows leaves over.
            let separate: (Response) -> Int? = { $0.compressed(in: .gzip)?.body.count }
            #expect(try abs(difference(page, separate) - difference(elsewhere, separate)) <= 1)
            let asOne: (Response) -> Int? = { ContentCoding.gzip.compress($0.body)?.count }
            #expect(try difference(page, asOne) > difference(elsewhere, asOne) + 4)
        }
    }

    @Test
    func `each row of a compressed page, and each title of a conversation that was left, is compressed by itself`()
        async throws
    {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let page = try await page(of: browser, site)
            let parts = page.separateParts.map { String(decoding: page.body[$0], as: UTF8.self) }
            let text = String(decoding: page.body, as: UTF8.self)
            let list = try #require(text.range(of: #"<div class="beside-list">"#)?.upperBound)
            let end = try #require(text.range(of: "</div></aside>")?.lowerBound)
            let first = try #require(text[list...].range(of: "<li")?.lowerBound)
            #expect(parts.dropFirst().joined() == text[first..<end])
            #expect(
                parts.dropFirst().allSatisfy { $0.hasPrefix("<li") && $0.components(separatedBy: "<li").count == 2 })
            // What they may refer to has nothing that anybody wrote.
            let sample = try #require(parts.first)
            #expect(sample.hasPrefix("<li") && text.contains("<template>\(sample)</template>"))
            let other = try await self.page(of: try await site.browser(signedInAs: "bob"), site)
            #expect(String(decoding: other.body[try #require(other.separateParts.first)], as: UTF8.self) == sample)
        }
    }
}
