import Chat

/// What the API allows beyond the rules of the values of `Chat`; `openapi.yaml` says the same.
enum WireLimits {
    /// How many messages a page holds when nobody says.
    static let defaultPage = 50

    /// How long the address of a picture may be, in characters (Unicode scalars).
    static let avatarURLCharacters = 2_048

    /// How long a reaction may be, in Unicode scalars: as many as fit into `Emoji.maximumBytes` whatever they are,
    /// so that the limit can be said in a JSON schema. The longest emoji of Unicode 17 has ten.
    static let emojiCharacters = Emoji.maximumBytes / 4
}
