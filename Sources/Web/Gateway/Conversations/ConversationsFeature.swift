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
    let appearance: AppearanceFeature
    let accounts: AccountRegister
    let sessions: Sessions

    func conversations(_ visit: Visit, _ parameters: ListParameters) async throws -> Response {
        let session = try visit.requireSession()
        try await visit.catchUp()
        var visit = visit
        // A sign-in leads here, so that a new device looks as the others from the start.
        let cookie = appearance.update(&visit, session)
        var response = try await page(visit, session, parameters)
        if let cookie { response.headers.append(.setCookie, cookie.serialized) }
        return response
    }

    private func page(
        _ visit: Visit, _ session: Session, _ parameters: ListParameters
    ) async throws -> Response {
        guard parameters.isFirstPage else { return try await freshPage(visit, session, parameters) }
        return try await pages.cached(
            visit, .list, session, version: { live.version(ofListOf: session.user) }
        ) { try await freshPage(visit, session, parameters) }
    }

    /// Keeps a conversation at the top of the list, on all devices, or no longer.
    func pin(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        _ = try await repositories.enter(id, session)
        try await accounts.set(pinned: visit.request.form["state"] != "off", id, of: session.user)
        sessions.notePreferences()
        live.send(EventWriter.listOrder, toAllOf: session.user)
        return .seeOther(routes.level(id).text)
    }

    /// The list beside other pages; `nil` for a narrow screen, for what is not loaded as a page, and where the backend
    /// would have to be asked: a script loads it then.
    func listBeside(_ visit: Visit) async -> BesideList? {
        guard let session = visit.session, visit.showsList else { return nil }
        let before = live.version(ofListOf: session.user)
        guard before != nil || live.isAuthoritative || visit.marksSentPagesRead else { return nil }
        let key = PageCache.Key(
            page: .listBeside, user: session.user, locale: visit.locale,
            notifications: session.preferences.notifications, levels: session.preferences.levels,
            pinned: session.preferences.pinned)
        if let cached = pages.page(key, version: before, now: visit.time.now) {
            return BesideList(bytes: cached.body, version: before)
        }
        // The page is shown without it, if it can't be read.
        guard let drafts = try? await composing.drafts(of: session.user),
            let list = try? await ConversationOverview(repositories)
                .list(for: session.user, pinned: session.preferences.pinned, begun: Set(drafts.keys))
        else { return nil }
        let page = ConversationListPage(
            visit: visit, viewer: session.user, parameters: ListParameters(), list: list, drafts: drafts,
            isBeside: true)
        let bytes = page.bytes(capacity: 32 << 10)
        let version = live.version(ofListOf: session.user)
        guard let version, version == before else { return BesideList(bytes: bytes, version: nil) }
        pages.store(Response(.ok, .html, bytes), key, version: version, until: PageCache.end(visit))
        return BesideList(bytes: bytes, version: version)
    }

    private func freshPage(
        _ visit: Visit, _ session: Session, _ parameters: ListParameters
    ) async throws -> Response {
        let drafts = try await composing.drafts(of: session.user)
        let list = try await ConversationOverview(repositories)
            .list(
                for: session.user, matching: SearchQuery(filter: parameters.query), after: parameters.cursor,
                pinned: session.preferences.pinned, begun: Set(drafts.keys))
        return Page(
            visit, title: visit.say(ConversationWording.title), tab: .conversations,
            badge: list.active.reduce(0) { $0 + $1.counted(for: visit) },
            isList: true
        ) {
            ConversationListPage(
                visit: visit, viewer: session.user, parameters: parameters, list: list, drafts: drafts)
        }.response()
    }
}
