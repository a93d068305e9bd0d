import Chat

/// What one process tells another.
enum Hint: Hashable {
    /// Something of a conversation has changed.
    case changed(ConversationID)
    case membership(of: UserID, in: ConversationID)

    /// Of how many people who join at once the others are told.
    static let maximumPeople = 200

    /// `c` and the id of the conversation, or `m`, that id and that of the person.
    var text: String {
        switch self {
        case .changed(let id): "c\(id)"
        case .membership(let user, let id): "m\(id)\(user)"
        }
    }

    init?(_ text: Substring) {
        let ids = text.dropFirst()
        let length = ConversationID.descriptionBytes
        guard let id = ConversationID(String(ids.prefix(length))) else { return nil }
        let user = UserID(String(ids.dropFirst(length)))
        switch (text.first, user) {
        case ("c", _): self = .changed(id)
        case ("m", let user?): self = .membership(of: user, in: id)
        default: return nil
        }
    }
}
