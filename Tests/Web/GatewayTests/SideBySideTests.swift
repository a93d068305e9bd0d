import Eventually
import HTTP
import Synchronization
import Testing

@testable import Gateway

/// Where the questions of a page meet: each waits for the others, but not for ever.
final class MeetingPoint: Sendable {
    private struct State {
        var present = 0
        var most = 0
    }

    private let state = Mutex(State())
    private let places: Int

    init(places: Int) { self.places = places }

    /// How many were there at once.
    var most: Int { state.withLock { $0.most } }

    func meet(_ request: Request) async {
        guard ["messages", "bookmarks", "unread-count"].contains(request.target.segments.last)
        else { return }
        state.withLock { state in
            state.present += 1
            state.most = max(state.most, state.present)
        }
        try? await eventually(within: .seconds(5)) { most >= places }
        state.withLock { $0.present -= 1 }
    }
}

@Suite struct SideBySideTests {
    private let veranda = "550e8400-e29b-41d4-a716-446655450001"

    /// A page of which nothing is known, and how many of its questions the backend had at once.
    private func page(sideBySide: Bool, meeting places: Int) async throws -> (text: String, most: Int) {
        let point = MeetingPoint(places: places)
        var text = ""
        try await withSite(.remote, meeting: point, asksSideBySide: sideBySide) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let answer = try await browser.get("/conversations/\(veranda)")
            try #require(answer.status == .ok)
            text = Answer(answer, replacing: try #require(answer.formKey), with: "key").text
        }
        return (text, point.most)
    }

    @Test("a page asks for messages, bookmarks and the unread at once where there is room, and is the same page")
    func oncePerPage() async throws {
        let spread = try await page(sideBySide: true, meeting: 3)
        let inTurn = try await page(sideBySide: false, meeting: 1)
        #expect(spread.most == 3)
        #expect(inTurn.most == 1)
        #expect(spread.text.contains("messages") && spread.text == inTurn.text)
    }
}
