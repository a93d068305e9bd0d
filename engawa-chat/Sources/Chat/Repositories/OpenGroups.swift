/// Groups that everybody finds and may join, because an admin has opened them (`GroupEdit.isOpen`). Not every backend has
/// them.
public protocol OpenGroups: Sendable {
    /// Whether the backend has them.
    var isThere: Bool { get }
    /// The open groups that a person may join and is not in, by name.
    ///
    /// - Parameter query: what their names and descriptions contain; `nil` for all.
    /// - Returns: at most `MessageLimits.maximumListedGroups`.
    func groups(matching query: SearchQuery?, as user: UserID) async throws(ChatError) -> [JoinableGroup]
    /// Joins an open group. For somebody who takes part already nothing changes.
    /// - Throws: `.notFound` for a group that is not open, and for an unknown person; `.banned` for somebody whom an admin
    ///   has removed.
    func join(_ conversation: ConversationID, as user: UserID) async throws(ChatError)
}

/// That no group is open.
public struct NoOpenGroups: OpenGroups {
    public init() {}

    public var isThere: Bool { false }

    public func groups(matching query: SearchQuery?, as user: UserID) async throws(ChatError) -> [JoinableGroup] { [] }

    public func join(_ conversation: ConversationID, as user: UserID) async throws(ChatError) {
        throw ChatError(.notFound, during: "join")
    }
}
