import Files

/// The place of the files is not the one that a chat's database knows.
public struct ForeignFiles: Error, Hashable, CustomStringConvertible {
    public enum Kind: Sendable { case folder, store }

    public enum Reason: Hashable, Sendable {
        /// The database knows a place with another name.
        case other(than: String)
        /// The database knows none, and the place has a name.
        case ofAnother
    }

    public let kind: Kind
    public let reason: Reason

    public init(_ kind: Kind, _ reason: Reason) {
        self.kind = kind
        self.reason = reason
    }

    /// Whether the database knows another place.
    public var isOther: Bool { if case .other = reason { true } else { false } }

    public var description: String {
        let name = ContentFolder.identityName
        return switch (kind, reason) {
        case (.folder, .other(let identity)):
            """
            it is not the folder of the other sites on this database, or not mounted. If it is the right one, write \
            \(identity) into the file \(name) in it
            """
        case (.folder, .ofAnother):
            "it belongs to the sites on another database. If it does not any more, delete the file \(name) in it"
        case (.store, .other(let identity)):
            """
            it is not the bucket and prefix that this database knows. If it is the right one, write \(identity) into \
            the object \(name) under the prefix
            """
        case (.store, .ofAnother):
            "it belongs to another database. If it does not any more, delete the object \(name) under the prefix"
        }
    }
}
