/// What the admins of groups change. Not every backend has it. Each change is told by a system message.
public protocol GroupAdministration: Sendable {
    /// Whether the backend has it.
    var isThere: Bool { get }
    /// Changes the settings of a group, which only its admins may. What is so already changes nothing.
    /// - Throws: `.forbidden` for others, and for a direct conversation; `.notParticipant`; `.notFound`.
    func edit(_ conversation: ConversationID, _ edit: GroupEdit, as user: UserID) async throws(ChatError)
    /// Makes a member an admin, or an admin a member, which only admins may. The role that it is already changes nothing.
    /// - Throws: `.forbidden` for others, and for a direct conversation; `.notParticipant`; `.notFound` for a person who
    ///   does not take part; `.lastAdmin` where nobody would be an admin.
    func set(_ role: Role, of person: UserID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError)
}

/// That groups can't be changed.
public struct NoGroupAdministration: GroupAdministration {
    public init() {}

    public var isThere: Bool { false }

    public func edit(_ conversation: ConversationID, _ edit: GroupEdit, as user: UserID) async throws(ChatError) {
        throw ChatError(.forbidden, during: "edit")
    }

    public func set(_ role: Role, of person: UserID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    { throw ChatError(.forbidden, during: "set") }
}
