public import Chat

extension [JoinableGroup] {
    /// Those that match a query, as many as are listed, with their members counted by `count`.
    public func listed(
        matching query: SearchQuery?, count: (ConversationID) throws -> Int
    ) rethrows -> [JoinableGroup] {
        var listed: [JoinableGroup] = []
        for group in self where listed.count < MessageLimits.maximumListedGroups {
            let words = FoldedText("\(group.name) \(group.description ?? "")")
            guard query?.isFound(in: words) ?? true else { continue }
            listed.append(
                JoinableGroup(
                    conversation: group.conversation, name: group.name, description: group.description,
                    members: try count(group.conversation)))
        }
        return listed
    }
}
