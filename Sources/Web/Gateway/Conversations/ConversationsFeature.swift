import Live
import Accounts
import Chat
import HTML
import HTTP

/// The list of one's conversations.
struct ConversationsFeature: Sendable {
    let repositories: Repositories
    let live: Live
    let composing: Composing
    let pages: PageCache

    func conversations(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        return try await pages.kept(visit, .list, session, version: { live.version(ofListOf: session.user) }) {
            try await freshConversations(visit, session)
        }
    }

    private func freshConversations(_ visit: Visit, _ session: Session) async throws -> Response {
        let list = try await ConversationOverview(repositories).list(for: session.user)
        let drafts = try await composing.drafts.drafts(of: session.user)
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
