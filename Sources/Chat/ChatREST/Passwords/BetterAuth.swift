import Chat
import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The routes of Better Auth with its username plugin, under `/api/auth`.
///
/// Source: `docs/backend-api.md`, and the recordings in `Tests/Recordings/session` and `session-https`.
struct BetterAuth: Sendable {
    /// The response to a sign-in or sign-up.
    struct Grant {
        let account: WireAccount
        /// `nil` if no session was started.
        let credential: BackendCredential?
        /// The lifetime of the session if it is not used.
        let lifetime: Duration?
    }

    let client: BackendClient
    /// The origin that the service expects: without it, requests with a cookie are rejected.
    let origin: Origin

    func signIn(_ username: Username, _ password: Password, from address: String?)
        async throws(PasswordError) -> Grant
    {
        let body = WireSignIn(username: username.description, password: password.revealed)
        let call = Call(.post, Self.path("sign-in", "username"), success: .ok, operation: "signIn").sending(body)
        return try grant(try await perform(call, during: .signIn, from: address), of: call, during: .signIn)
    }

    func signUp(_ account: NewAccount, from address: String?) async throws(PasswordError) -> Grant {
        let call = Call(.post, Self.path("sign-up", "email"), success: .ok, operation: "signUp")
            .sending(WireSignUp(account))
        return try grant(try await perform(call, during: .signUp, from: address), of: call, during: .signUp)
    }

    /// - Returns: the session that replaces all others.
    func change(_ current: Password, to new: Password, _ credential: BackendCredential, from address: String?)
        async throws(PasswordError) -> Grant
    {
        let call = Call(
            .post, Self.path("change-password"), success: .ok, operation: PasswordError.Operation.change.rawValue
        )
        .sending(WirePasswordChange(currentPassword: current.revealed, newPassword: new.revealed))
        return try grant(
            try await perform(call, during: .change, with: credential, from: address), of: call, during: .change)
    }

    func signOut(_ credential: BackendCredential) async throws(PasswordError) {
        let call = Call(.post, Self.path("sign-out"), success: .ok, operation: "signOut").sending(WireSignOut())
        _ = try await perform(call, during: .signOut, with: credential)
    }

    /// - Returns: the session with its credential, which may be new; `nil` if it has ended.
    func session(_ credential: BackendCredential)
        async throws(PasswordError) -> (session: WireAuthSession, credential: BackendCredential)?
    {
        let call = Call(.get, Self.path("get-session"), success: .ok, operation: "check")
        let answer = try await perform(call, during: .check, with: credential)
        do throws(ChatError) {
            guard let session = try client.decode(WireAuthSession?.self, from: answer, of: call),
                let renewed = credential.renewed(by: answer.headers.values(of: .setCookie))
            else { return nil }
            return (session, renewed)
        } catch {
            throw PasswordError(.backend(error), during: .check)
        }
    }

    private static func path(_ names: String...) -> [Call.Segment] {
        ["api", "auth"] + names.map { Call.Segment.name($0) }
    }

    private func grant(_ answer: ClientResponse, of call: Call, during operation: PasswordError.Operation)
        throws(PasswordError) -> Grant
    {
        let cookies = answer.headers.values(of: .setCookie).compactMap { ReceivedCookie($0) }
        var own = BackendCookies()
        own.take(cookies)
        do throws(ChatError) {
            let account = try client.decode(WireSignedIn.self, from: answer, of: call).user
            return Grant(account: account, credential: own.credential, lifetime: BackendCookies.lifetime(cookies))
        } catch {
            throw PasswordError(.backend(error), during: operation)
        }
    }

    /// The successful response.
    ///
    /// - Parameter address: sent to the service, so that its rate limits apply to each client and not to the gateway.
    private func perform(
        _ call: Call, during operation: PasswordError.Operation, with credential: BackendCredential? = nil,
        from address: String? = nil
    ) async throws(PasswordError) -> ClientResponse {
        let answer: ClientResponse
        do throws(ChatError) {
            var request = try client.request(for: call)
            request.headers[.origin] = origin.description
            if let address { request.headers["X-Forwarded-For"] = address }
            if let credential { request.headers.append(contentsOf: credential.headers) }
            do throws(TransportError) {
                answer = try await client.transport.send(request)
            } catch {
                throw call.failure(error)
            }
        } catch {
            throw PasswordError(.backend(error), during: operation)
        }
        guard answer.status == call.success else {
            throw PasswordError(WireAuthFailure.reason(of: answer, to: call), during: operation)
        }
        return answer
    }
}
