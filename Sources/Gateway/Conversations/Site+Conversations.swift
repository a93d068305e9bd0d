import HTML
import Accounts
import Chat
import HTTP

extension Site {
    func conversations(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let summaries = try await ConversationOverview(parts.repositories).active(for: session.user)
        let rows = summaries.map { ConversationListPage.Row($0, visit, viewer: session.user) }
        return Page(visit, title: visit.say(ConversationWording.title), tab: .conversations) {
            ConversationListPage(say: visit.say, rows: rows)
        }.response()
    }
}
