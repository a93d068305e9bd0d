import Chat
import SQLite
import Testing

@testable import ChatStore

@Suite struct KeptMessagesTests {
    @Test func `a page is read without passing over the messages that were deleted after it`() throws {
        let store = try ChatStore(.memory, clock: .system)
        let plan = try store.read { connection in
            try connection.rows(
                "EXPLAIN QUERY PLAN \(Connection.newestMessages)", ConversationID.random().description, Int64.max, 50
            ) { $0.text(3) }
        }
        // One step, which neither sorts nor looks at other rows than those of the page.
        #expect(plan == ["SEARCH messages USING INDEX kept_messages (conversation=? AND created_at<?)"])
    }
}
