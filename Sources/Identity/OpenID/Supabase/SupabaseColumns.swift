import Bytes

/// The columns of a project's table `users`, which its operator has named: what is read from which, and written to it.
public struct SupabaseColumns: Sendable, Equatable {
    /// What a column holds.
    public enum Content: String, Sendable, CaseIterable {
        /// The person's id at Supabase.
        case id
        case alias
        case name
        /// A picture's URL.
        case picture
        case email
        /// The person's subject at the provider, such as Apple's id.
        case subject
        /// An object with settings; empty in a new row.
        case settings
    }

    /// A new chat's own.
    public static let chat = SupabaseColumns([.id: "id", .alias: "id_alias", .name: "name", .picture: "avatar_url"])
    /// A table of profiles of people who sign in with Apple.
    public static let profile = SupabaseColumns([
        .id: "id", .subject: "apple_id", .email: "email", .name: "display_name", .settings: "settings",
    ])
    /// The tables that have a name of their own.
    public static let named = [("chat", chat), ("profile", profile)]

    /// The maximum length of a name (PostgreSQL's NAMEDATALEN).
    private static let maximumNameBytes = 63
    /// What PostgREST takes for something else where it stands in a query.
    private static let reservedNames: Set<String> = [
        "and", "columns", "limit", "not", "offset", "on_conflict", "or", "order", "select",
    ]
    /// How a backend may write them in camel case.
    private static let alternatives = ["id_alias": ["idAlias", "alias"], "avatar_url": ["avatarUrl"]]

    private let names: [Content: String]

    private init(_ names: [Content: String]) { self.names = names }

    /// One of `named`, or a list such as `name=display_name,email=mail`. `id` is `id` unless it is given.
    public init?(_ text: some StringProtocol) {
        if let (_, columns) = Self.named.first(where: { text.utf8.elementsEqual($0.0.utf8) }) {
            self = columns
            return
        }
        var names: [Content: String] = [:]
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let sides = part.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
            guard sides.count == 2, let content = Content(rawValue: String(decoding: sides[0], as: UTF8.self)),
                names[content] == nil, Self.isName(sides[1])
            else { return nil }
            names[content] = String(decoding: sides[1], as: UTF8.self)
        }
        names[.id] = names[.id] ?? "id"
        guard Set(names.values).count == names.count else { return nil }
        self.names = names
    }

    private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        (1...maximumNameBytes).contains(bytes.count) && bytes.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x5F }
            && !reservedNames.contains(String(decoding: bytes, as: UTF8.self))
    }

    /// The name of the column that holds it; `nil` where the table has none.
    subscript(content: Content) -> String? { names[content] }

    /// The column that a row is found by.
    var id: String { names[.id] ?? "id" }

    /// The text that a row holds; `nil` where it is missing or of another type.
    func text(_ content: Content, in row: JSON) -> String? {
        guard let name = names[content] else { return nil }
        return ([name] + (Self.alternatives[name] ?? [])).lazy.compactMap { row[$0]?.string }.first
    }
}
