internal import Bytes

/// What only the admins of a group may do; everybody else of it may do the rest.
public struct AdminsOnly: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Sending messages: the group is for announcements.
    public static let post = AdminsOnly(rawValue: 1)
    /// Adding people.
    public static let add = AdminsOnly(rawValue: 2)
    /// Pinning messages.
    public static let pin = AdminsOnly(rawValue: 4)

    /// Each with the name that it has in JSON and in stores.
    public static let all: [(name: String, option: AdminsOnly)] = [("post", .post), ("add", .add), ("pin", .pin)]

    public var names: [String] { Self.all.filter { contains($0.option) }.map(\.name) }

    /// - Parameter names: those that are unknown are left out.
    public init(names: some Sequence<String>) {
        self = Self(names.compactMap { name in Self.all.first { $0.name == name }?.option })
    }
}

/// What is said about a group: at most 500 characters (Unicode scalars), with line feeds as its only line ends, and without
/// white space at its ends. It may be empty.
public struct GroupDescription: Hashable, Sendable, CustomStringConvertible {
    public static let maximumCharacters = 500

    public let description: String

    public init?(_ text: String) {
        let trimmed = String(text.normalizingLineEnds.trimmingWhitespace)
        guard trimmed.unicodeScalars.count <= Self.maximumCharacters, !trimmed.utf8.contains(0) else { return nil }
        description = trimmed
    }
}

/// What admins change of a group. What is `nil` stays as it is, so that two of them who change different things at the same
/// time don't undo each other's changes.
public struct GroupEdit: Hashable, Sendable {
    public var name: DisplayName?
    /// An empty one removes the description.
    public var description: GroupDescription?
    public var adminsOnly: AdminsOnly?
    /// Only for a backend that has `OpenGroups`.
    public var isOpen: Bool?
    /// Only for a backend that has `MessageThreads`.
    public var hasThreads: Bool?

    public init(
        name: DisplayName? = nil, description: GroupDescription? = nil, adminsOnly: AdminsOnly? = nil,
        isOpen: Bool? = nil, hasThreads: Bool? = nil
    ) {
        self.name = name
        self.description = description
        self.adminsOnly = adminsOnly
        self.isOpen = isOpen
        self.hasThreads = hasThreads
    }

    public var isEmpty: Bool {
        name == nil && description == nil && adminsOnly == nil && isOpen == nil && hasThreads == nil
    }
}

/// What has changed in a group, as a system message tells it.
public enum GroupChange: Hashable, Sendable, Codable {
    /// The name that it has since then.
    case name(String)
    /// Its description.
    case description
    case adminsOnly(AdminsOnly)
    /// Whether everybody may join since then.
    case isOpen(Bool)
    /// Whether replies are in threads since then.
    case hasThreads(Bool)
    /// Its picture.
    case picture
    /// The role that a person has since then.
    case role(UserID, Role)
    case pinned(MessageID)

    /// The person whom it is about.
    public var person: UserID? { if case .role(let user, _) = self { user } else { nil } }
}

extension Conversation {
    /// What an edit would change; empty where all is as it asks for.
    public func changed(by edit: GroupEdit) -> GroupEdit {
        var changed = edit
        if let new = edit.name, name?.isUTF8Equal(to: new.description) == true { changed.name = nil }
        if let new = edit.description, (description ?? "").isUTF8Equal(to: new.description) {
            changed.description = nil
        }
        if edit.adminsOnly == adminsOnly { changed.adminsOnly = nil }
        if edit.isOpen == isOpen { changed.isOpen = nil }
        if edit.hasThreads == hasThreads { changed.hasThreads = nil }
        return changed
    }
}
