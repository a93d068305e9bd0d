import Chat
import HTTP

// The routes of Better Auth with its username plugin.
extension ChatBackend {
    func passwordsWork() -> Response { .json(.ok, WireHealth(ok: true)) }

    func signIn(_ question: Question) async throws -> Response {
        let body = try question.passwordBody(WireSignIn.self)
        let username = try Self.username(body.username, status: .unprocessableContent)
        guard let password = Password(body.password) else {
            throw Refusal(PasswordError(.wrongCredentials, during: .signIn))
        }
        return try await begun { passwords throws(PasswordError) in
            try await passwords.signIn(username, password, from: question.request.remoteAddress)
        }
    }

    func signUp(_ question: Question) async throws -> Response {
        guard allowsRegistration else { throw Refusal(PasswordError(.forbidden, during: .signUp)) }
        let body = try question.passwordBody(WireSignUp.self)
        let username = try Self.username(body.username, status: .badRequest)
        guard let email = EmailAddress(body.email) else {
            throw Refusal(PasswordError(.malformedEmail, during: .signUp))
        }
        guard let password = Password(body.password) else {
            throw Refusal(
                PasswordError(body.password.isEmpty ? .passwordTooShort : .passwordTooLong, during: .signUp))
        }
        let account = NewAccount(
            username: username, email: email, password: password, name: try Self.displayName(body.name))
        return try await begun { passwords throws(PasswordError) in
            try await passwords.signUp(account, from: question.request.remoteAddress)
        }
    }

    func changePassword(_ question: Question) async throws -> Response {
        let body = try question.passwordBody(WirePasswordChange.self)
        guard let credential = credential(of: question.request) else {
            throw Refusal(.unauthorized, "Unauthorized", code: "UNAUTHORIZED")
        }
        guard let current = Password(body.currentPassword) else {
            throw Refusal(PasswordError(.wrongCredentials, during: .change))
        }
        guard let new = Password(body.newPassword) else {
            throw Refusal(
                PasswordError(body.newPassword.isEmpty ? .passwordTooShort : .passwordTooLong, during: .change))
        }
        return try await begun { passwords throws(PasswordError) in
            try await passwords.change(current, to: new, credential, from: question.request.remoteAddress)
        }
    }

    func signOut(_ question: Question) async throws -> Response {
        _ = try question.passwordBody(WireNothing.self)
        if let passwords, let credential = credential(of: question.request) {
            do throws(PasswordError) { try await passwords.signOut(credential) } catch { throw Refusal(error) }
        }
        return .json(.ok, WireSignedOut()).setting(noCookie)
    }

    /// The session and whose it is, or null.
    func session(_ question: Question) async throws -> Response {
        guard let passwords, let credential = credential(of: question.request) else {
            return .json(.ok, WireAuthSession?.none)
        }
        do throws(PasswordError) {
            guard let session = try await passwords.check(credential) else {
                return .json(.ok, WireAuthSession?.none).setting(noCookie)
            }
            return .json(.ok, WireAuthSession(session))
        } catch {
            throw Refusal(error)
        }
    }

    /// A session that has just begun.
    private func begun(_ begin: (any PasswordAuthority) async throws(PasswordError) -> BackendSession)
        async throws(Refusal) -> Response
    {
        guard let passwords else { throw Refusal(.notFound, "No such route") }
        do throws(PasswordError) {
            let session = try await begin(passwords)
            return .json(.ok, WireSignedIn(session)).setting(cookie(session))
        } catch {
            throw Refusal(error)
        }
    }

    /// - Parameter status: of the refusal; signing in and up differ in it.
    private static func username(_ text: String, status: Status) throws(Refusal) -> Username {
        let length = text.unicodeScalars.count
        guard length >= Alias.lengths.lowerBound else {
            throw Refusal(status, "Username is too short", code: "USERNAME_TOO_SHORT")
        }
        guard length <= Alias.lengths.upperBound else {
            throw Refusal(status, "Username is too long", code: "USERNAME_IS_TOO_LONG")
        }
        guard let username = Username(text), username.alias != nil else {
            throw Refusal(status, "Username is invalid", code: "USERNAME_IS_INVALID")
        }
        return username
    }
}

extension Question {
    /// The JSON in the body, which has to be called so: 415 where it is not.
    fileprivate func passwordBody<Body: Decodable>(_ type: Body.Type) throws(Refusal) -> Body {
        guard request.headers[.contentType].flatMap({ MediaType(field: $0) }) == .json else {
            throw Refusal(
                .unsupportedMediaType, "Content-Type is required. Allowed types: application/json",
                code: "UNSUPPORTED_MEDIA_TYPE")
        }
        return try body(type)
    }
}

extension Response {
    fileprivate func setting(_ cookie: SetCookie) -> Response {
        var response = self
        response.headers.append(.setCookie, cookie.serialized)
        return response
    }
}
