import Accounts
import HTTP
import Logging
import OpenID

extension SignInFeature {
    /// How long a provider may take to say where its sign-out is: the person is signed out here already.
    private static let patience = Duration.seconds(2)

    /// Ends the session here and on the server. It succeeds whatever else goes wrong; what the services behind have yet to
    /// hear is told them in the background.
    func signOut(_ visit: Visit) async throws -> Response {
        var ended: [EndedSession] = []
        if let token = SessionCookie.token(visit.request, policy) { ended = try ending.end(.token(token)) }
        if let session = visit.session { trail.record(.signedOut, visit, user: session.user, method: session.method) }
        if credentialMonitor.isNeeded { Task { await keeper.giveBack() } }
        var response = Response.seeOther(Self.afterSignOut)
        if let session = ended.first, let provider = methods.provider(session.method),
            let url = await endSessionURL(provider, session, visit)
        {
            response = leave(visit, .leavingToSignOut(provider.brand), for: url)
        }
        response.headers.append(.setCookie, SessionCookie.removing(policy).serialized)
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
