import Live
import Accounts
import Chat
import HTML
import HTTP

/// The conversation list.
struct ConversationsFeature: Sendable {
    let repositories: Repositories
    let live: Live
    let composing: Composing
    let pages: PageCache
    let notifications: NotificationKeeper

    func conversations(_ visit: Visit, _ parameters: ListParameters) async throws -> Response {
        let session = try visit.requireSession()
        let settings = try await notifications.settings(of: session.user)
        guard parameters.isFirstPage else { return try await page(visit, session, parameters, settings) }
        return try await pages.cached(
            visit, .list(settings), session, version: { live.version(ofListOf: session.user) }
        ) { try await page(visit, session, parameters, settings) }
    }

    private func page(
        _ visit: Visit, _ session: Session, _ parameters: ListParameters, _ settings: NotificationSettings?
    ) async throws -> Response {
        let list = try await ConversationOverview(repositories)
            .list(for: session.user, matching: SearchQuery(filter: parameters.query), after: parameters.cursor)
        let drafts = try await composing.drafts.drafts(of: session.user)
        return Page(
            visit, title: visit.say(ConversationWording.title), tab: .conversations,
            badge: list.active.reduce(0) { $0 + $1.counted(by: settings) }
        ) {
            ConversationListPage(
                visit: visit, viewer: session.user, parameters: parameters, list: list, drafts: drafts)
        }.response()
    }
}
