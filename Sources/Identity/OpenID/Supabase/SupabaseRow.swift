import Bytes

/// A row of the table `users` of a Supabase project: `id`, `id_alias`, `name`, `avatar_url`.
public struct SupabaseRow: Sendable, Equatable {
    /// The person's id at Supabase.
    public let id: String
    public let alias: String?
    public let name: String?
    public let pictureURL: String?

    public init(id: String, alias: String?, name: String?, pictureURL: String?) {
        self.id = id
        self.alias = alias
        self.name = name
        self.pictureURL = pictureURL
    }

    /// Parses a row. Columns may be in snake case or camel case; missing ones and those of another type count as null.
    init?(_ json: JSON) {
        guard let id = json["id"]?.string, !id.isEmpty else { return nil }
        func text(_ names: String...) -> String? { names.lazy.compactMap { json[$0]?.string }.first }
        self.init(
            id: id, alias: text("id_alias", "idAlias", "alias"), name: text("name"),
            pictureURL: text("avatar_url", "avatarUrl"))
    }

    var json: JSON {
        func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        return ["id": .string(id), "id_alias": text(alias), "name": text(name), "avatar_url": text(pictureURL)]
    }
}
