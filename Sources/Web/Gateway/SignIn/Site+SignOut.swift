import Accounts
import HTTP
import Logging
import OpenID

extension Site {
    /// How long a provider may take to say where its sign-out is: the person is signed out here already.
    private static let patience = Duration.seconds(2)

    /// Ends the session here and on the server. It succeeds whatever else goes wrong; what the services behind have yet to
    /// hear is told them in the background.
    func signOut(_ visit: Visit) async throws -> Response {
        var ended: [EndedSession] = []
        if let token = SessionCookie.token(visit.request, parts.policy) { ended = try parts.end(.token(token)) }
        if let session = visit.session { record(.signedOut, visit, user: session.user, method: session.method) }
        if parts.credentialMonitor.isNeeded { Task { await giveBack() } }
        var response = Response.seeOther(Self.afterSignOut)
        if let session = ended.first, let provider = parts.methods.provider(session.method),
            let url = await endSessionURL(provider, session, visit)
        {
            response = leave(visit, .leavingToSignOut(provider.brand), for: url)
        }
        response.headers.append(.setCookie, SessionCookie.removing(parts.policy).serialized)
        // What pages the browser kept is not for the next person at this machine. Honoured over https.
        response.headers["Clear-Site-Data"] = #""cache""#
        return response
    }

    private static let afterSignOut = routes.signIn().text + "?signed-out"

    /// Where the person is signed out at the provider too; `nil` where there is no such page, or where the provider does
    /// not say in time.
    private func endSessionURL(
        _ provider: ProviderSignIn, _ session: EndedSession, _ visit: Visit
    ) async -> String? {
        guard let origin = parts.policy.origin(of: visit.request) else { return nil }
        return await within(Self.patience) {
            do throws(ProviderError) {
                return try await provider.endSessionURL(session.credential, returnURI: "\(origin)\(Self.afterSignOut)")
            } catch {
                parts.log.info("a provider's sign-out can't be found", ["why": .text(error.description)])
                return nil
            }
        }
    }

    /// Ends the sessions that a provider says are over (OpenID Connect Back-Channel Logout §2.5), with their streams.
    func endSessions(_ visit: Visit, for method: SignInMethodID) async throws -> Response {
        guard let provider = parts.methods.provider(method) else { throw Failure.notFound }
        return try await end(visit, method) { () async throws(ProviderError) in
            guard let token = visit.request.form["logout_token"] else {
                throw ProviderError(.invalidAnswer("no logout token"), during: .logoutToken, at: method.provider)
            }
            return try await provider.logout(token: token)
        }
    }

    /// Takes what Apple tells about somebody's account.
    func takeNotice(_ visit: Visit, from method: SignInMethodID) async throws -> Response {
        guard let provider = parts.methods.provider(method), provider.brand == .apple else { throw Failure.notFound }
        return try await end(visit, method) { () async throws(ProviderError) in
            guard case .bytes(let body) = visit.request.body else {
                throw ProviderError(.invalidAnswer("no body"), during: .notification, at: method.provider)
            }
            return try await provider.notice(body)
        }
    }

    /// Ends what a provider has named; what it can't prove is refused.
    private func end(
        _ visit: Visit, _ method: SignInMethodID,
        _ selection: () async throws(ProviderError) -> SessionSelection?
    ) async throws -> Response {
        var response = Response(.ok)
        do throws(ProviderError) {
            if let selection = try await selection() { try revoke(selection, method, visit) }
        } catch {
            // Not for the audit log, which keeps what it has: anybody may send anything here.
            parts.log.info(
                "a provider's notice is not believed",
                ["why": .text(error.description), "id": .text(visit.request.id.description)])
            response = .text(.badRequest, "invalid_request\n")
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func revoke(_ selection: SessionSelection, _ method: SignInMethodID, _ visit: Visit) throws(ProviderError) {
        do {
            for session in try parts.end(selection) {
                record(.sessionRevoked, visit, user: session.user, method: method, detail: "by the provider")
            }
        } catch {
            throw ProviderError(.unavailable("\(error)"), during: .signOut, at: method.provider)
        }
    }
}
