import Accounts
import Chat
import HTTP
import Live

extension PageCache {
    /// The cached page if its data has not changed, or else the page that `render` returns.
    ///
    /// - Parameter version: returns the current version of the data that the page shows.
    func cached(
        _ visit: Visit, _ page: Key.Page, _ session: Session, version: () -> PageVersion?,
        _ render: () async throws -> Response
    ) async throws -> Response {
        // Notices belong to one session, but the key does not always contain the session.
        guard session.notices.isEmpty else { return try await render() }
        let coding = Response.coding(for: visit.request)
        let key = Key(
            page: page, user: session.user, locale: visit.locale, coding: coding,
            marksRead: visit.marksSentPagesRead, hasList: visit.list != nil,
            appearance: visit.appearance, notifications: session.preferences.notifications,
            levels: session.preferences.levels, pinned: session.preferences.pinned)
        /// Of all that the page shows.
        func whole(_ version: PageVersion?) -> PageVersion? {
            guard let list = visit.list else { return version }
            return list.version.flatMap { version?.combined(with: $0) }
        }
        let before = whole(version())
        let now = visit.time.now
        if let cached = self.page(key, version: before, now: now) { return cached }
        let rendered = try await render()
        let response = coding.flatMap { rendered.compressed(in: $0) } ?? rendered
        // A change during rendering may or may not be in the page, so it is cached only if there was none.
        if let before, response.status == .ok, whole(version()) == before {
            store(response, key, version: before, until: Self.end(visit))
        }
        return response
    }

    /// Until when a page that is rendered now may be used.
    static func end(_ visit: Visit) -> Timestamp { min(visit.time.now.adding(lifetime), visit.time.endOfDay) }
}
