import Bytes

/// A row of the table `users` of a Supabase project.
public struct SupabaseRow: Sendable, Equatable {
    /// The person's id at Supabase.
    public let id: String
    public var alias: String?
    public var name: String?
    public var pictureURL: String?
    public var email: String?
    /// The person's subject at the provider.
    public var subject: String?

    public init(id: String) { self.id = id }

    /// Parses a row. Missing columns and those of another type count as null.
    init?(_ json: JSON, _ columns: SupabaseColumns) {
        guard let id = columns.text(.id, in: json), !id.isEmpty else { return nil }
        self.init(id: id)
        alias = columns.text(.alias, in: json)
        name = columns.text(.name, in: json)
        pictureURL = columns.text(.picture, in: json)
        email = columns.text(.email, in: json)
        subject = columns.text(.subject, in: json)
    }

    /// A new row with the columns that the table has.
    func json(_ columns: SupabaseColumns) -> JSON {
        var members: [String: JSON] = [:]
        for content in SupabaseColumns.Content.allCases {
            guard let column = columns[content] else { continue }
            let text: String? =
                switch content {
                case .id: id
                case .alias: alias
                case .name: name
                case .picture: pictureURL
                case .email: email
                case .subject: subject
                case .settings: nil
                }
            members[column] = content == .settings ? [:] : text.map { .string($0) } ?? .null
        }
        return .object(members)
    }
}
