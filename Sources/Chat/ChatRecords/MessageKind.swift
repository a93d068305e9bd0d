public import Chat

/// The kind of a stored message; `user` is its sender, or the person who joined, left or changed the group.
public enum MessageKind: String, Sendable {
    case text
    case join
    case leave
    /// A change of the group: the text says which (`GroupChange.stored`).
    case change

    /// As it is stored, in UTF-8; `nil` for one that this version does not know. Most messages are texts, which need no
    /// string for it.
    public init?(utf8 kind: UnsafeBufferPointer<UInt8>) {
        if kind.elementsEqual("text".utf8) {
            self = .text
        } else {
            self.init(rawValue: String(decoding: kind, as: UTF8.self))
        }
    }

    /// What a stored message says.
    /// - Parameter kind: `nil` for one that this version does not know: it is shown as an event without words.
    public static func content(_ kind: MessageKind?, user: UserID, text: String?) -> Message.Content {
        switch kind {
        case .text: .text(sender: user, text: text ?? "")
        case .join: .joined(user: user)
        case .leave: .left(user: user)
        case .change: text.flatMap { GroupChange(stored: $0) }.map { .changed($0, by: user) } ?? .other(text: nil)
        case nil: .other(text: nil)
        }
    }
}

extension GroupChange {
    /// As the text of a stored message: a word, and after a space what it is about.
    public var stored: String {
        switch self {
        case .name(let name): "name \(name)"
        case .description: "description"
        case .picture: "picture"
        case .adminsOnly(let actions): "adminsOnly \(actions.names.joined(separator: ","))"
        case .isOpen(let isOpen): isOpen ? "open" : "closed"
        case .hasThreads(let hasThreads): hasThreads ? "threads" : "noThreads"
        case .role(let user, let role): "\(role.rawValue) \(user)"
        case .pinned(let message): "pinned \(message)"
        }
    }

    /// - Parameter text: what `stored` has written; `nil` for anything else.
    public init?(stored text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        let subject = parts.count > 1 ? String(Substring(parts[1])) : ""
        switch String(Substring(parts[0])) {
        case "name": self = .name(subject)
        case "description": self = .description
        case "picture": self = .picture
        case "adminsOnly":
            self = .adminsOnly(
                AdminsOnly(names: subject.utf8.split(separator: UInt8(ascii: ",")).map { String($0) ?? "" }))
        case "open": self = .isOpen(true)
        case "closed": self = .isOpen(false)
        case "threads": self = .hasThreads(true)
        case "noThreads": self = .hasThreads(false)
        case "pinned":
            guard let message = MessageID(subject) else { return nil }
            self = .pinned(message)
        case let word:
            guard let role = Role(rawValue: word), let user = UserID(subject) else { return nil }
            self = .role(user, role)
        }
    }
}
