import Accounts
import Chat
import ChatREST
import Foundation
import HTTP
import Recording
import Replay
import Synchronization

/// The recorded backend of the session access mode, which lets nobody in without one of its cookies.
final class BackendSessions: Sendable {
    let replay: ReplayBackend
    private let ended = Mutex<Set<String>>([])
    /// Whether it is reached over https, where its cookies have other names.
    private let isSecure: Bool
    /// Which tokens it takes beside its own cookies.
    private let takesToken: @Sendable (Substring) -> Bool

    /// As it was when Alice's list was full.
    ///
    /// - Parameter takesToken: whether a bearer token lets Alice in.
    init(isSecure: Bool = false, takesToken: @escaping @Sendable (Substring) -> Bool = { _ in false }) {
        self.isSecure = isSecure
        self.takesToken = takesToken
        let secure = isSecure ? Recordings.sessionOverHTTPS.exchanges() : []
        let overHTTPS = Set(secure.map(\.request.path))
        replay = ReplayBackend(
            secure
                + Recordings.session.exchanges().filter { !overHTTPS.contains($0.request.path) }.filter { exchange in
                    let request = exchange.request
                    guard request.method == "GET" else { return true }
                    // Alice's own answers: the same was asked by others, and by nobody.
                    return exchange.response.status == 200 && !request.path.hasSuffix("unread-count")
                        && (request.path != "/conversations" || exchange.meta.name == "conversations-list")
                } + Self.unrecorded)
    }

    /// What the list asks beside: of two conversations that were never opened, and what is unread.
    private static var unrecorded: [RecordedExchange] {
        func answer(_ path: String, _ body: String) -> RecordedExchange {
            RecordedExchange(
                request: .init(method: "GET", path: "/conversations/\(path)"),
                response: .init(status: 200, headers: ["content-type": "application/json"], body: body),
                meta: .init(name: path))
        }
        let others = ["055615c2-053c-4926-bc6e-4250eb332e64", "c7dcce4e-bb1b-4580-a94d-d216d05e06ef"]
        return others.map { answer("\($0)/messages?limit=1", "[]") }
            + (others + ["1374bac2-0a53-4932-9a8a-21ad22bb6004"]).map {
                answer("\($0)/unread-count", #"{"unreadCount":0}"#)
            }
    }

    var handler: Handler {
        { request in
            if request.isForSomebody, !self.lets(request) {
                return Response(
                    .unauthorized, .json, Array(#"{"error":"Unauthorized","message":"Valid authentication"}"#.utf8))
            }
            return await self.replay.respond(to: request)
        }
    }

    /// Ends the session of a cookie.
    func end(_ cookie: String) { ended.withLock { _ = $0.insert(cookie) } }

    /// The cookies that came with requests for what is somebody's, in order.
    var cookies: [String?] { replay.requests.filter(\.isForSomebody).map { $0.headers[.cookie] } }

    var hasSignedOut: Bool { replay.requests.contains { $0.asks(.post, "/api/auth/sign-out") } }

    /// The passwords of this backend, as a way in.
    func passwords(_ users: any UserRepository) -> BackendPasswords {
        BackendPasswords(
            RESTPasswordAuthority(
                transport: HandlerTransport(handler),
                baseURL: isSecure
                    ? BaseURL("https://backend.test") ?? HandlerTransport.baseURL : HandlerTransport.baseURL),
            users: users, makesUsers: true)
    }

    /// The tokens that came with requests for what is somebody's, in order.
    var tokens: [String] {
        replay.requests.filter(\.isForSomebody).compactMap { $0.headers["Authorization"] }
    }

    private func lets(_ request: Request) -> Bool {
        guard let token = request.headers["Authorization"] else { return knows(request.headers[.cookie]) }
        return request.headers[.cookie] == nil && takesToken(token.dropFirst("Bearer ".count))
    }

    private func knows(_ cookie: String?) -> Bool {
        guard let cookie, cookie.hasPrefix(isSecure ? "__Secure-better-auth" : "better-auth.session_token=") else {
            return false
        }
        return !ended.withLock { $0.contains(cookie) }
    }
}

extension Request {
    /// Whether a backend in session access wants to know who asks.
    fileprivate var isForSomebody: Bool {
        !["users", "health", "api", "admin"].contains(target.segments.first ?? "")
    }
}
