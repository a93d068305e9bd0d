public import Chat
public import ChatREST
import Cryptography
public import HTTP
import OpenID

/// Supplies the backend credentials that sessions hold.
///
/// A person may have several sessions. The most recently used one is used; when the backend rejects its credential, the
/// session ends and the next one is used.
public struct SessionCredentials: CallerCredentials {
    private let sessions: Sessions
    private let access: Access
    private let bearers: Set<SignInMethodID>
    private let credentialMonitor: CredentialMonitor
    private let ended: @Sendable ([EndedSession]) async -> Void

    /// - Parameters:
    ///   - access: in open access, requests for people without a credential are permitted.
    ///   - bearers: the sign-in methods whose tokens are meant for the backend. Tokens of others are never sent there.
    ///   - credentialMonitor: refreshes tokens that expire soon.
    ///   - ended: called with sessions whose credential the backend rejected.
    public init(
        _ sessions: Sessions, access: Access, bearers: Set<SignInMethodID> = [], credentialMonitor: CredentialMonitor,
        ended: @escaping @Sendable ([EndedSession]) async -> Void = { _ in }
    ) {
        self.sessions = sessions
        self.access = access
        self.bearers = bearers
        self.credentialMonitor = credentialMonitor
        self.ended = ended
    }

    public func headers(for user: UserID) async throws(ChatError) -> HeaderFields {
        for holder in try await holders(of: user) {
            if let fields = try await fields(holder) { return fields }
        }
        guard access == .open else { throw ChatError(.unauthenticated, during: "headers") }
        return [:]
    }

    public func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {
        guard let holder = await holder(showing: headers, user),
            case .cookie(let cookie, let expiry) = holder.credential,
            let renewed = BackendCredential(cookie.revealed).renewed(by: cookies)
        else { return }
        // If it can't be stored now, the backend will renew the cookie again with a later response.
        _ = try? await sessions.replace(.cookie(Secret(renewed.revealed), expiresAt: expiry), of: holder)
    }

    public func refused(_ headers: HeaderFields, for user: UserID) async {
        if let holder = await holder(showing: headers, user) { await end(holder.session) }
    }

    private func end(_ session: Session) async {
        let selection = SessionSelection.id(session.id, of: session.user)
        // If that can't be written now, the session's next refused request ends it.
        guard let over = try? await sessions.end(selection, revokesCredentials: false) else { return }
        await ended(over)
    }

    private func holders(of user: UserID) async throws(ChatError) -> [Sessions.Holder] {
        do { return try await sessions.holders(for: user) } catch {
            throw ChatError(.unavailable("reading the sessions failed: \(error)"), during: "headers")
        }
    }

    /// The header fields with a session's credential; `nil` if it has none for the backend.
    private func fields(_ holder: Sessions.Holder) async throws(ChatError) -> HeaderFields? {
        switch holder.credential {
        case .cookie: return Self.shown(holder.credential)
        case .tokens:
            guard bearers.contains(holder.session.method), let grant = try await tokens(holder) else { return nil }
            return Self.shown(.tokens(grant))
        }
    }

    /// The tokens, refreshed if they expire soon; `nil` if their issuer refused to refresh them.
    private func tokens(_ holder: Sessions.Holder) async throws(ChatError) -> TokenGrant? {
        if case .over = await credentialMonitor.verdict(on: holder.session) {
            await end(holder.session)
            return nil
        }
        guard let grant = (try? await sessions.holder(id: holder.session.id))?.credential.grant else { return nil }
        // The backend would answer 401 to expired tokens, and the session would end.
        guard sessions.clock.now() < grant.expiresAt else {
            throw ChatError(.unavailable("the session's tokens can't be refreshed now"), during: "headers")
        }
        return grant
    }

    /// The session whose credential is in `headers`; `nil` if it has a newer one by now.
    private func holder(showing headers: HeaderFields, _ user: UserID) async -> Sessions.Holder? {
        (try? await sessions.holders(for: user))?.first { Self.shown($0.credential) == headers }
    }

    private static func shown(_ credential: Credential) -> HeaderFields {
        switch credential {
        case .cookie(let cookie, _): BackendCredential(cookie.revealed).headers
        case .tokens(let grant): ["Authorization": "Bearer \(grant.accessToken.revealed)"]
        }
    }
}
