import Chat
import ChatBackend
import ChatStore
import HTTP
import Replay
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Gateway

/// A lie of a backend: what it makes of the text of an honest answer.
struct BackendLie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let tell: @Sendable (String) -> String

    private init(_ name: String, _ tell: @escaping @Sendable (String) -> String) {
        testDescription = name
        self.tell = tell
    }

    private static func count(_ number: String) -> Self {
        Self("unreadCount \(number)") { $0.replacing(/"unreadCount":\d+/, with: "\"unreadCount\":\(number)") }
    }

    private static func moment(_ name: String, _ old: Regex<Substring>, _ new: String) -> Self {
        let old = UncheckedBox(old)
        return Self("moments \(name)") { $0.replacing(old.value, with: new) }
    }

    private struct UncheckedBox: @unchecked Sendable {
        // A regular expression is a value that nobody changes.
        let value: Regex<Substring>
        init(_ value: Regex<Substring>) { self.value = value }
    }

    private static func name(_ text: String) -> Self {
        Self("names \(text.prefix(12))") { $0.replacing(/"name":"[^"]*"/, with: "\"name\":\"\(text)\"") }
    }

    private static func whole(_ text: String) -> Self { Self("answers \(text.prefix(8))") { _ in text } }

    static let all: [BackendLie] = [
        count("99999999999999999999999"), count("-9223372036854775808"), count("4294967295"), count("-1"),
        moment("9999", /20\d\d-\d\d-\d\dT/, "9999-12-31T"), moment("0000", /20\d\d-\d\d-\d\dT/, "0000-01-01T"),
        moment("of leap seconds", /T\d\d:\d\d:\d\d/, "T23:59:60"), moment("none", /20\d\d-\d\d-\d\dT/, "2026-02-31T"),
        name("\\ud800"), name("\\u-000"), name("\\u0000<script>\\u2028\\u202e"), name(""), name("\u{301}\u{FE0F}"),
        name(String(repeating: "A", count: 20_000)), name("a" + String(repeating: "\u{301}", count: 5_000)),
        Self("aliases") {
            $0.replacing(/"idAlias":"[^"]*"/, with: "\"idAlias\":\"\\\"><script>\\r\\nX: y\u{301}\"")
        },
        Self("emoji") { $0.replacing(/"emoji":"[^"]*"/, with: "\"emoji\":\"\u{301}\\u0000/../\"") },
        Self("texts") { $0.replacing(/"text":"[^"]*"/, with: "\"text\":\"@\u{301}\\r\\n```\u{301}\\n|\u{FE0F}\"") },
        Self("everything many times") { text in
            guard text.hasPrefix("["), text.utf8.count > 2 else { return text }
            return "[" + Array(repeating: text.dropFirst().dropLast(), count: 20).joined(separator: ",") + "]"
        },
        Self("one identifier for all") {
            $0.replacing(
                /"(id|userId|senderUserId|messageId)":"[^"]*"/,
                with: { "\"\($0.output.1)\":\"550e8400-e29b-41d4-a716-446655440001\"" })
        },
        Self("members twice") {
            $0.replacing(/"name":("[^"]*")/, with: { "\"name\":\"DUP\",\"name\":\($0.output.1)" })
        },
        whole("[]"), whole("{}"), whole("null"), whole(""), whole("["), whole(String(repeating: "[", count: 100_000)),
        Self("depth within") {
            $0.replacing(
                "\"name\":",
                with:
                    "\"zz\":\(String(repeating: "[", count: 50_000))\(String(repeating: "]", count: 50_000)),\"name\":",
                maxReplacements: 1)
        },
    ]
}

/// The site before a backend that lies: each page is an answer, of whatever status, and the process goes on.
@Suite struct LyingBackendTests {
    private static let veranda = "550e8400-e29b-41d4-a716-446655450001"

    private static let paths = [
        "/conversations", "/conversations/\(veranda)", "/conversations/\(veranda)/members", "/bookmarks",
        "/search?q=%E3%81%AE", "/conversations/new", "/users/550e8400-e29b-41d4-a716-446655440002",
        "/conversations/\(veranda)?before=253402214399999.550e8400-e29b-41d4-a716-446655460001",
    ]

    @Test func `no lie of a backend ends the process`() async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        try #require(try SampleWorld.seed(store))
        let honest = ChatBackend(repositories: store.repositories)
        let told = Mutex<BackendLie?>(nil)
        try await withSite(
            .rest { request in
                let answer = await honest.respond(to: request)
                guard let lie = told.withLock({ $0 }) else { return answer }
                return Response(
                    answer.status, .json, Array(lie.tell(String(decoding: answer.body, as: UTF8.self)).utf8))
            }, clock: clock
        ) { site in
            let browser = try await site.browser(signedInAs: "alice")
            for lie in BackendLie.all {
                told.withLock { $0 = lie }
                for path in Self.paths {
                    let answer = try await browser.get(path)
                    #expect(answer.status != .internalServerError, "\(path), \(lie.testDescription)")
                }
                _ = try await browser.post(
                    "/conversations/\(Self.veranda)/messages", ["text": "a\u{301}", "key": "k"])
                // What is known of the chat is old by then.
                told.withLock { $0 = nil }
                clock.advance(by: .seconds(120))
                let answer = try await browser.get("/conversations")
                #expect(answer.status == .ok, "after \(lie.testDescription)")
            }
        }
    }
}
