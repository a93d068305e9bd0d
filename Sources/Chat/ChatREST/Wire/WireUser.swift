import Chat

/// A person, in responses of `/users` and in participants.
struct WireUser: Decodable {
    let id: WireIdentifier<User>
    let idAlias: String
    let name: String
    let avatarUrl: String?
    let createdAt: WireTimestamp

    var entity: User {
        User(
            id: id.identifier, alias: idAlias, name: name, avatarURL: avatarUrl, createdAt: createdAt.timestamp)
    }
}

/// `POST /users`
struct WireNewUser: Encodable, Sendable {
    let idAlias: String
    let name: String
    let avatarUrl: String?

    init(_ user: NewUser) {
        idAlias = user.alias.description
        name = user.name.description
        avatarUrl = user.avatarURL
    }
}

/// `POST /users/login`
struct WireLogin: Encodable, Sendable {
    let idAlias: String
}
