public import Chat
public import ChatREST
import Cryptography
public import HTTP
public import OpenID

/// By what the chat backend knows people: what their sessions here keep for it.
///
/// A person may have several sessions. The one that was used last speaks for them, and when the backend wants no more
/// of it, it ends and the next one does.
public struct SessionCredentials: CallerCredentials {
    private let sessions: Sessions
    private let access: Access
    private let bearers: Set<SignInMethodID>
    private let upkeep: CredentialUpkeep
    private let ended: @Sendable ([EndedSession]) -> Void

    /// - Parameters:
    ///   - access: open, the backend may be asked in the name of somebody who has nothing to show.
    ///   - bearers: the ways in whose tokens are meant for the backend. Others' are never sent there.
    ///   - upkeep: renews tokens where they end soon.
    ///   - ended: is told of sessions that the backend wanted no more of.
    public init(
        _ sessions: Sessions, access: Access, bearers: Set<SignInMethodID> = [], upkeep: CredentialUpkeep,
        ended: @escaping @Sendable ([EndedSession]) -> Void = { _ in }
    ) {
        self.sessions = sessions
        self.access = access
        self.bearers = bearers
        self.upkeep = upkeep
        self.ended = ended
    }

    public func headers(for user: UserID) async throws(ChatError) -> HeaderFields {
        for holder in try holders(of: user) {
            if let fields = try await fields(holder) { return fields }
        }
        guard access == .open else { throw ChatError(.unauthenticated, during: "headers") }
        return [:]
    }

    public func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {
        guard let holder = holder(showing: headers, user), case .cookie(let cookie, let expiry) = holder.credential,
            let renewed = BackendCredential(cookie.revealed).renewed(by: cookies)
        else { return }
        // What can't be kept now comes again with the next answer.
        _ = try? sessions.replace(.cookie(Secret(renewed.revealed), expiresAt: expiry), of: holder)
    }

    public func refused(_ headers: HeaderFields, for user: UserID) async {
        if let holder = holder(showing: headers, user) { end(holder.session) }
    }

    private func end(_ session: Session) {
        guard let over = try? sessions.end(.id(session.id, of: session.user), givesBack: false) else { return }
        ended(over)
    }

    private func holders(of user: UserID) throws(ChatError) -> [Sessions.Holder] {
        do { return try sessions.holders(for: user) } catch {
            throw ChatError(.unavailable("the sessions can't be read: \(error)"), during: "headers")
        }
    }

    /// What a session has for the backend; `nil` where that is nothing.
    private func fields(_ holder: Sessions.Holder) async throws(ChatError) -> HeaderFields? {
        switch holder.credential {
        case .cookie: return Self.shown(holder.credential)
        case .tokens:
            guard bearers.contains(holder.session.method), let grant = try await tokens(holder) else { return nil }
            return Self.shown(.tokens(grant))
        }
    }

    /// The tokens, renewed where they end soon; `nil` where the service that gave them wants no more of them.
    private func tokens(_ holder: Sessions.Holder) async throws(ChatError) -> TokenGrant? {
        if case .over = await upkeep.verdict(on: holder.session) {
            end(holder.session)
            return nil
        }
        guard let grant = (try? sessions.holder(id: holder.session.id))?.credential.grant else { return nil }
        // The backend would take it for the session's end that nobody could renew it.
        guard sessions.clock.now() < grant.expiresAt else {
            throw ChatError(.unavailable("the session's tokens can't be renewed now"), during: "headers")
        }
        return grant
    }

    /// The session that has shown `headers`; `nil` where it has something newer by now.
    private func holder(showing headers: HeaderFields, _ user: UserID) -> Sessions.Holder? {
        (try? sessions.holders(for: user))?.first { Self.shown($0.credential) == headers }
    }

    private static func shown(_ credential: Credential) -> HeaderFields {
        switch credential {
        case .cookie(let cookie, _): BackendCredential(cookie.revealed).headers
        case .tokens(let grant): ["Authorization": "Bearer \(grant.accessToken.revealed)"]
        }
    }
}

extension Credential {
    /// The tokens, where it is tokens.
    public var grant: TokenGrant? { if case .tokens(let grant) = self { grant } else { nil } }
}
