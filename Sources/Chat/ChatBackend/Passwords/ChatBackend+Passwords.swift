import Bytes
import Chat
import HTTP

// The routes of Better Auth with its username plugin.
extension ChatBackend {
    func passwordsWork() -> Response { .json(.ok, ["ok": true]) }

    func signIn(_ request: RoutedRequest) async throws -> Response {
        let body = try request.passwordBody()
        let (name, said) = (try body.string("username"), try body.string("password"))
        let username = try Self.username(name, status: .unprocessableContent)
        guard let password = Password(said) else {
            throw ErrorResponse(PasswordError(.wrongCredentials, during: .signIn))
        }
        return try await begun { passwords throws(PasswordError) in
            try await passwords.signIn(username, password, from: request.http.remoteAddress)
        }
    }

    func signUp(_ request: RoutedRequest) async throws -> Response {
        guard allowsRegistration else { throw ErrorResponse(PasswordError(.forbidden, during: .signUp)) }
        let body = try request.passwordBody()
        let (name, said) = (try body.string("username"), try body.string("password"))
        let (address, displayName) = (try body.string("email"), try body.string("name"))
        let username = try Self.username(name, status: .badRequest)
        guard let email = EmailAddress(address) else {
            throw ErrorResponse(PasswordError(.malformedEmail, during: .signUp))
        }
        guard let password = Password(said) else {
            throw ErrorResponse(
                PasswordError(said.isEmpty ? .passwordTooShort : .passwordTooLong, during: .signUp))
        }
        let account = NewAccount(
            username: username, email: email, password: password, name: try Self.displayName(displayName))
        return try await begun { passwords throws(PasswordError) in
            try await passwords.signUp(account, from: request.http.remoteAddress)
        }
    }

    func changePassword(_ request: RoutedRequest) async throws -> Response {
        let body = try request.passwordBody()
        let (said, wanted) = (try body.string("currentPassword"), try body.string("newPassword"))
        guard let credential = credential(of: request.http) else {
            throw ErrorResponse(.unauthorized, "Unauthorized", code: "UNAUTHORIZED")
        }
        guard let current = Password(said) else {
            throw ErrorResponse(PasswordError(.wrongCredentials, during: .change))
        }
        guard let new = Password(wanted) else {
            throw ErrorResponse(
                PasswordError(wanted.isEmpty ? .passwordTooShort : .passwordTooLong, during: .change))
        }
        return try await begun { passwords throws(PasswordError) in
            try await passwords.change(current, to: new, credential, from: request.http.remoteAddress)
        }
    }

    func signOut(_ request: RoutedRequest) async throws -> Response {
        // A body has to be there, and nothing in it.
        _ = try request.passwordBody()
        if let passwords, let credential = credential(of: request.http) {
            do throws(PasswordError) { try await passwords.signOut(credential) } catch { throw ErrorResponse(error) }
        }
        return .json(.ok, ["success": true]).setting(noCookie)
    }

    /// The session and whose it is, or null.
    func session(_ request: RoutedRequest) async throws -> Response {
        guard let passwords, let credential = credential(of: request.http) else {
            return .json(.ok, JSON.null)
        }
        do throws(PasswordError) {
            guard let session = try await passwords.check(credential) else {
                return .json(.ok, JSON.null).setting(noCookie)
            }
            return .json(.ok, session.json)
        } catch {
            throw ErrorResponse(error)
        }
    }

    /// Starts a session.
    private func begun(_ begin: (any PasswordAuthority) async throws(PasswordError) -> BackendSession)
        async throws(ErrorResponse) -> Response
    {
        guard let passwords else { throw ErrorResponse(.notFound, "No such route") }
        do throws(PasswordError) {
            let session = try await begin(passwords)
            return .json(.ok, session.grantJSON).setting(cookie(session))
        } catch {
            throw ErrorResponse(error)
        }
    }

    /// - Parameter status: of the error, which differs between sign-in and sign-up.
    private static func username(_ text: String, status: Status) throws(ErrorResponse) -> Username {
        let length = text.unicodeScalars.count
        guard length >= Alias.lengths.lowerBound else {
            throw ErrorResponse(status, "Username is too short", code: "USERNAME_TOO_SHORT")
        }
        guard length <= Alias.lengths.upperBound else {
            throw ErrorResponse(status, "Username is too long", code: "USERNAME_IS_TOO_LONG")
        }
        guard let username = Username(text), username.alias != nil else {
            throw ErrorResponse(status, "Username is invalid", code: "USERNAME_IS_INVALID")
        }
        return username
    }
}

extension RoutedRequest {
    /// The JSON in the body, which has to be called so: 415 where it is not.
    fileprivate func passwordBody() throws(ErrorResponse) -> RequestBody {
        guard http.headers[.contentType].flatMap({ MediaType(field: $0) }) == .json else {
            throw ErrorResponse(
                .unsupportedMediaType, "Content-Type is required. Allowed types: application/json",
                code: "UNSUPPORTED_MEDIA_TYPE")
        }
        return try body()
    }
}

extension Response {
    fileprivate func setting(_ cookie: SetCookie) -> Response {
        var response = self
        response.headers.append(.setCookie, cookie.serialized)
        return response
    }
}
