import Accounts
import Chat
import HTTP
import Live

/// The cookie by which the page that a browser is redirected to shows what it has just changed, also where another process
/// answers that has not heard of it yet. Scripts say the same with `Last-Event-ID`.
enum PositionCookie {
    static let name = "position"
    /// Longer than the page takes to be asked for.
    static let lifetime = Duration.seconds(10)

    /// For the answer to a change; `nil` where the page comes from this process, or there is none.
    static func cookie(_ visit: Visit, _ response: Response) -> SetCookie? {
        guard !visit.request.method.isSafe, response.status == .seeOther, visit.session != nil, visit.live.hasNeighbours
        else { return nil }
        return SetCookie(
            name: name, value: visit.live.position.text, maxAge: lifetime, isSecure: visit.policy.isSecure)
    }
}

extension Visit {
    /// Up to where the browser was told of changes, by a process that may be another one.
    var toldUpTo: StreamPosition? {
        (request.headers[.lastEventID] ?? request.cookies[PositionCookie.name]).flatMap { StreamPosition(text: $0) }
    }

    /// Takes in what another process has told the browser, where a page is loaded again: it must not show less.
    ///
    /// - Parameter conversation: what the page shows; `nil` for the list and what is one's own.
    func catchUp(in conversation: ConversationID? = nil) async throws {
        guard let session, let last = toldUpTo else { return }
        do throws(ChatError) { try await live.catchUp(session.user, with: last, in: conversation) } catch {
            // A script asks again. Who loads a page is shown what is known, and told since when nothing is heard.
            guard error.isOutage, request.headers[.lastEventID] == nil else { throw error }
        }
    }
}
