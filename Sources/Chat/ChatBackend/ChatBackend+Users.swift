import Bytes
import Chat
import HTTP

extension ChatBackend {
    func health(_ request: RoutedRequest) async throws -> Response {
        try await repositories.health.check()
        return .json(.ok, ["ok": true])
    }

    /// The health check of session access.
    func healthOfDatabase(_ request: RoutedRequest) async throws -> Response {
        try await repositories.health.check()
        return .json(
            .ok,
            [
                "ok": true,
                "database": ["status": "healthy", "message": "Database connection is operational"],
            ])
    }

    /// The OpenAPI description of this API.
    func document() -> Response {
        Response(.ok, "application/yaml", PackageResources.openapi_yaml)
    }

    func users(_ request: RoutedRequest) async throws -> Response {
        guard allowsUserListing else { throw ErrorResponse(.forbidden, "Listing users is switched off") }
        return .json(.ok, try await repositories.users.users())
    }

    func user(_ request: RoutedRequest) async throws -> Response {
        let id: UserID = try request.identifier(0, of: "User")
        return .json(.ok, try await repositories.users.user(id))
    }

    func login(_ request: RoutedRequest) async throws -> Response {
        guard let alias = Alias(try request.body().string("idAlias")) else { throw Self.malformedAlias }
        return .json(.ok, try await repositories.users.user(alias: alias))
    }

    func register(_ request: RoutedRequest) async throws -> Response {
        guard allowsRegistration else { throw ErrorResponse(.forbidden, "Registration is switched off") }
        let body = try request.body()
        let (said, name) = (try body.string("idAlias"), try body.string("name"))
        let avatarURL = try body.optionalString("avatarUrl")
        guard let alias = Alias(said) else { throw Self.malformedAlias }
        let displayName = try Self.displayName(name)
        if let avatarURL {
            guard avatarURL.unicodeScalars.count <= WireLimits.avatarURLCharacters,
                avatarURL.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else {
                throw ErrorResponse.badRequest(
                    "avatarUrl must be at most \(WireLimits.avatarURLCharacters) visible characters of ASCII",
                    at: "avatarUrl")
            }
        }
        let user = NewUser(alias: alias, name: displayName, avatarURL: avatarURL)
        return .json(.created, try await repositories.users.register(user))
    }

    private static let malformedAlias = ErrorResponse.badRequest(
        "idAlias must be \(Alias.lengths.lowerBound) to \(Alias.lengths.upperBound) of a-z, 0-9, '.', '_' and '-', "
            + "starting and ending with a letter or digit", at: "idAlias")

    /// The name of a person or a group; the limit includes white space that is trimmed.
    static func displayName(_ text: String) throws(ErrorResponse) -> DisplayName {
        guard text.unicodeScalars.count <= DisplayName.maximumCharacters, let name = DisplayName(text) else {
            throw .badRequest("name must be 1 to \(DisplayName.maximumCharacters) characters on one line", at: "name")
        }
        return name
    }
}
