import Chat
import Eventually
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// Loss and repetition over real sockets: what is written straight to them included.
@Suite struct RestlessTests {
    /// So many watchers, who and whose streams come and go, and so many messages of each who writes.
    private static let (watchers, writers, messages) = (6, 3, 40)

    @Test(
        "over lines that break and readers that dawdle, each watcher hears each message once, and nobody's out of order",
        arguments: [true, false], 0..<2)
    func restless(isEmbedded: Bool, seed: Int) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let names = ["alice", "bob"]
            var watchers: [RestlessWatcher] = []
            for number in 0..<Self.watchers {
                let browser = try await site.browser(signedInAs: names[number % names.count])
                let page = try await browser.get("/conversations/\(veranda)")
                watchers.append(
                    RestlessWatcher(
                        site, browser, path: "/events?watch=\(veranda)",
                        after: try #require(page.match(#"data-live="(\d+)""#)),
                        seed: UInt64(seed * Self.watchers + number)))
            }
            let time = Task {
                // Polls come by the site's clock.
                while !Task.isCancelled {
                    site.clock.advance(by: .milliseconds(500))
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            try await withThrowingTaskGroup { group in
                for writer in 0..<Self.writers {
                    let browser = try await site.browser(signedInAs: names[writer % names.count])
                    let isElsewhere = !isEmbedded && writer == 0
                    group.addTask { try await Self.write(writer, seed, browser, site, isElsewhere: isElsewhere) }
                }
                try await group.waitForAll()
            }
            let said = try await Self.said(site)
            #expect(said.count == Self.writers * Self.messages)
            for watcher in watchers { watcher.calmDown() }
            try? await eventually { watchers.allSatisfy { $0.posted.count >= said.count } }
            for watcher in watchers { watcher.stop() }
            for watcher in watchers {
                try await eventually { watcher.isOver }
                #expect(watcher.faults == [])
                #expect(watcher.cuts > 0)
                #expect(watcher.posted.count == said.count, "something came twice, or was lost")
                #expect(Set(said.keys).subtracting(watcher.posted).count == 0, "something was lost")
                for writer in 0..<Self.writers {
                    let numbers = watcher.posted.compactMap { id in
                        said[id].flatMap { $0.writer == writer ? $0.number : nil }
                    }
                    #expect(numbers == numbers.sorted())
                }
            }
            time.cancel()
            await time.value
        }
    }

    /// Says so many things, some of them long.
    private static func write(
        _ writer: Int, _ seed: Int, _ browser: Browser, _ site: SiteUnderTest, isElsewhere: Bool
    ) async throws {
        var random = SeededGenerator(seed: UInt64(1_000 * writer + seed))
        for number in 0..<messages {
            let length = Int.random(in: 0..<5, using: &random) == 0 ? 3_500 : 20
            let text = "\(writer) \(number) " + String(repeating: "縁", count: length)
            if isElsewhere {
                let message = NewMessage(
                    conversation: try #require(ConversationID(veranda)), sender: .alice,
                    text: try MessageText(text))
                _ = try await site.elsewhere.messages.send(message)
            } else {
                let key = "\(seed)-\(writer)-\(number)"
                let answer = try await browser.post("/conversations/\(veranda)/messages", ["text": text, "key": key])
                #expect(answer.status == .seeOther)
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<60, using: &random)))
        }
    }

    /// By whom the messages that the backend has were written here, and as which of theirs.
    private static func said(_ site: SiteUnderTest) async throws -> [String: (writer: Int, number: Int)] {
        let newest = try await site.elsewhere.messages.messages(
            in: try #require(ConversationID(veranda)), as: .alice, before: nil, limit: writers * messages)
        var said: [String: (Int, Int)] = [:]
        for message in newest {
            guard case .text(_, let text) = message.content else { continue }
            let words = text.split(separator: " ")
            guard words.count == 3, let writer = Int(words[0]), let number = Int(words[1]) else { continue }
            said["\(message.id)"] = (writer, number)
        }
        return said
    }
}
