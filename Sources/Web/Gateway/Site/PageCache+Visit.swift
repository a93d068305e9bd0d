import Accounts
import Chat
import HTTP
import Live

extension PageCache {
    /// A page as it was made last, where nothing that it shows has changed since; else as `make` makes it now.
    ///
    /// - Parameter version: the state of what it shows, at the moment of the call.
    func kept(
        _ visit: Visit, _ place: Key.Place, _ session: Session, version: () -> PageVersion?,
        _ make: () async throws -> Response
    ) async throws -> Response {
        // What one session is told is no other's page.
        guard session.notices.isEmpty else { return try await make() }
        let coding = Response.coding(for: visit.request)
        let key = Key(
            place: place, user: session.user,
            locale: visit.locale,
            coding: coding, reads: visit.readsWhatItIsSent)
        let before = version()
        let now = visit.time.now
        if let page = self.page(key, version: before, now: now) { return page }
        let page = try await make()
        let response = coding.flatMap { page.compressed(in: $0) } ?? page
        // What changed while the page was made may be in it or not.
        if let before, response.status == .ok, version() == before {
            let end = min(now.adding(Self.lifetime), visit.time.endOfDay)
            keep(response, key, version: before, until: end)
        }
        return response
    }
}
