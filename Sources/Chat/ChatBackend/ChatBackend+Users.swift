import Chat
import HTTP

extension ChatBackend {
    func health(_ question: Question) async throws -> Response {
        try await repositories.health.check()
        return .json(.ok, WireHealth(ok: true))
    }

    /// The same, as session access says it.
    func healthOfDatabase(_ question: Question) async throws -> Response {
        try await repositories.health.check()
        return .json(.ok, WireDatabaseHealth(ok: true))
    }

    /// This API's own description.
    func document() -> Response {
        Response(.ok, "application/yaml", PackageResources.openapi_yaml)
    }

    func users(_ question: Question) async throws -> Response {
        guard allowsUserListing else { throw Refusal(.forbidden, "Listing users is switched off") }
        return .json(.ok, try await repositories.users.users())
    }

    func user(_ question: Question) async throws -> Response {
        let id: UserID = try question.identifier(0, of: "User")
        return .json(.ok, try await repositories.users.user(id))
    }

    func login(_ question: Question) async throws -> Response {
        let body = try question.body(WireLogin.self)
        guard let alias = Alias(body.idAlias) else { throw Self.malformedAlias }
        return .json(.ok, try await repositories.users.user(alias: alias))
    }

    func register(_ question: Question) async throws -> Response {
        guard allowsRegistration else { throw Refusal(.forbidden, "Registration is switched off") }
        let body = try question.body(WireNewUser.self)
        guard let alias = Alias(body.idAlias) else { throw Self.malformedAlias }
        let name = try Self.displayName(body.name)
        if let avatarURL = body.avatarUrl {
            guard avatarURL.unicodeScalars.count <= WireLimits.avatarURLCharacters,
                avatarURL.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else {
                throw Refusal.badRequest(
                    "avatarUrl must be at most \(WireLimits.avatarURLCharacters) visible characters of ASCII",
                    at: "avatarUrl")
            }
        }
        let user = NewUser(alias: alias, name: name, avatarURL: body.avatarUrl)
        return .json(.created, try await repositories.users.register(user))
    }

    private static let malformedAlias = Refusal.badRequest(
        "idAlias must be \(Alias.lengths.lowerBound) to \(Alias.lengths.upperBound) of a-z, 0-9, '.', '_' and '-', "
            + "starting and ending with a letter or digit", at: "idAlias")

    /// The name of a person or a group; the limit counts the white space that is cut off, too.
    static func displayName(_ text: String) throws(Refusal) -> DisplayName {
        guard text.unicodeScalars.count <= DisplayName.maximumCharacters, let name = DisplayName(text) else {
            throw .badRequest("name must be 1 to \(DisplayName.maximumCharacters) characters on one line", at: "name")
        }
        return name
    }
}
