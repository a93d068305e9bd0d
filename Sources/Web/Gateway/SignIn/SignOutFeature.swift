import Accounts
import Concurrency
import HTTP
import Logging
import OpenID

/// Signing out, here and at the provider.
struct SignOutFeature: Sendable {
    let methods: SignInMethods
    let ending: SessionEnding
    let credentialMonitor: CredentialMonitor
    let credentialMaintenance: CredentialMaintenance
    let policy: SitePolicy
    let trail: AuditTrail
    let log: Logger

    /// How long a provider may take to name its sign-out page. The session here has ended by then.
    private static let patience = Duration.seconds(2)

    /// Ends the session here and on the server. It succeeds whatever else fails; credentials are revoked at
    /// their services in the background.
    func signOut(_ visit: Visit) async throws -> Response {
        var ended: [EndedSession] = []
        if let token = SessionCookie.token(visit.request, policy) { ended = try await ending.end(.token(token)) }
        if let session = visit.session {
            await trail.record(.signedOut, visit, user: session.user, method: session.method)
        }
        if credentialMonitor.isNeeded { Task { await credentialMaintenance.revokeCredentials() } }
        var response = Response.seeOther(Self.afterSignOut)
        if let session = ended.first, let provider = methods.provider(session.method),
            let url = await endSessionURL(provider, session, visit)
        {
            response = LeavingPage.response(visit, SignInWording.leavingToSignOut(provider.brand), for: url)
        }
        response.headers.append(.setCookie, SessionCookie.removing(policy).serialized)
        // The browser's cached pages are not for the next person at this machine. Honoured over https only.
        response.headers["Clear-Site-Data"] = #""cache""#
        return response
    }

    private static let afterSignOut = "\(routes.signIn().text)?\(SignInMark.signedOut)"

    /// Where the person is signed out at the provider too; `nil` where there is no such page, or where the provider does
    /// not say in time.
    private func endSessionURL(
        _ provider: ProviderSignIn, _ session: EndedSession, _ visit: Visit
    ) async -> String? {
        guard let origin = policy.origin(of: visit.request) else { return nil }
        return await within(Self.patience) {
            do throws(ProviderError) {
                return try await provider.endSessionURL(session.credential, returnURI: "\(origin)\(Self.afterSignOut)")
            } catch {
                log.info("a provider's sign-out can't be found", ["why": .text(error.description)])
                return nil
            }
        }
    }
}
