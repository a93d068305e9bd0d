import Live
import Accounts
import Chat
import Desk
import HTML
import HTTP

extension Site {
    func conversations(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        return try await kept(visit, .list, session, version: { parts.live.version(ofListOf: session.user) }) {
            try await freshConversations(visit, session)
        }
    }

    private func freshConversations(_ visit: Visit, _ session: Session) async throws -> Response {
        let list = try await ConversationOverview(parts.repositories).list(for: session.user)
        let drafts = try parts.desk.drafts(of: session.user)
        let rows = list.active.map { summary in
            ConversationListPage.Row(
                summary, visit, viewer: session.user, draft: drafts[summary.conversation.id])
        }
        let page = ConversationListPage(
            say: visit.say, rows: rows,
            archived: list.archived.map { $0.title(for: session.user, visit.say) })
        return Page(
            visit, title: visit.say(ConversationWording.title), tab: .conversations,
            badge: list.active.reduce(0) { $0 + $1.unread.count }
        ) { page }.response()
    }
}
