public import Chat

/// The kind of a stored message; `user` is its sender, or the person who joined or left.
public enum MessageKind: String, Sendable {
    case text
    case join
    case leave

    public func content(user: UserID, text: String?) -> Message.Content {
        switch self {
        case .text: .text(sender: user, text: text ?? "")
        case .join: .joined(user: user)
        case .leave: .left(user: user)
        }
    }
}
