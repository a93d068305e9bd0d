import Bytes
import Chat
import HTTP

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
        let call = Call(.post, Self.path("sign-in", "username"), success: .ok, operation: "signIn")
            .sending(["username": .string(username.description), "password": .string(password.revealed)])
        return try grant(try await perform(call, during: .signIn, from: address), of: call, during: .signIn)
    }

    func signUp(_ account: NewAccount, from address: String?) async throws(PasswordError) -> Grant {
        let call = Call(.post, Self.path("sign-up", "email"), success: .ok, operation: "signUp")
            .sending([
                "username": .string(account.username.description), "email": .string(account.email.description),
                "password": .string(account.password.revealed), "name": .string(account.name.description),
            ])
        return try grant(try await perform(call, during: .signUp, from: address), of: call, during: .signUp)
    }

    /// - Returns: the session that replaces all others.
    func change(_ current: Password, to new: Password, _ credential: BackendCredential, from address: String?)
        async throws(PasswordError) -> Grant
    {
        let call = Call(
            .post, Self.path("change-password"), success: .ok, operation: PasswordError.Operation.change.rawValue
        )
        .sending([
            "currentPassword": .string(current.revealed), "newPassword": .string(new.revealed),
            "revokeOtherSessions": true,
        ])
        return try grant(
            try await perform(call, during: .change, with: credential, from: address), of: call, during: .change)
    }

    func signOut(_ credential: BackendCredential) async throws(PasswordError) {
        // A body has to be there.
        let call = Call(.post, Self.path("sign-out"), success: .ok, operation: "signOut").sending([:])
        _ = try await perform(call, during: .signOut, with: credential)
    }

    /// - Returns: the session with its credential, which may be new; `nil` if it has ended.
    func session(_ credential: BackendCredential)
        async throws(PasswordError) -> (session: WireAuthSession, credential: BackendCredential)?
    {
        let call = Call(.get, Self.path("get-session"), success: .ok, operation: "check")
        let answer = try await perform(call, during: .check, with: credential)
        do throws(ChatError) {
            let found = try client.value(in: answer, of: call) { json in
                json == .null ? .some(WireAuthSession?.none) : WireAuthSession(json).map { .some($0) }
            }
            guard let session = found,
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
            let account = try client.value(in: answer, of: call) { $0["user"].flatMap { WireAccount($0) } }
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
        var request = client.request(for: call)
        request.headers[.origin] = origin.description
        if let address { request.headers["X-Forwarded-For"] = address }
        if let credential { request.headers.append(contentsOf: credential.headers) }
        let answer: ClientResponse
        do throws(TransportError) {
            answer = try await client.transport.send(request)
        } catch {
            throw PasswordError(.backend(call.failure(error)), during: operation)
        }
        guard answer.status == call.success else {
            throw PasswordError(WireAuthFailure.reason(of: answer, to: call), during: operation)
        }
        return answer
    }
}
