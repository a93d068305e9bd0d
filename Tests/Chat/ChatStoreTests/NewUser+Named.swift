import Chat

extension NewUser {
    /// A user with this alias, also as the name.
    static func named(_ alias: String) -> NewUser {
        NewUser(alias: Alias(alias)!, name: DisplayName(alias)!, avatarURL: nil)
    }
}
