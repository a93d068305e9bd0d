import Chat

/// The people who reacted to a message with one emoji.
struct ReactionCount {
    /// How many of the people are named.
    static let maximumNames = 20

    let emoji: String
    private(set) var users: [UserID]
    /// Whether the viewer is among them.
    private(set) var isMine: Bool

    /// One value for each emoji, in the order of its first reaction.
    static func counts(_ reactions: [Reaction], viewer: UserID?) -> [Self] {
        var counts: [Self] = []
        // The emoji beyond the first `few`, which are compared one by one.
        var indices: [[UInt8]: Int] = [:]
        for reaction in reactions where !reaction.emoji.isEmpty {
            let isMine = reaction.user == viewer
            let known = counts.indices.prefix(few).first { reaction.hasEmoji(counts[$0].emoji) }
            if let index = known ?? (counts.count > few ? indices[Array(reaction.emoji.utf8)] : nil) {
                counts[index].users.append(reaction.user)
                counts[index].isMine = counts[index].isMine || isMine
            } else {
                if counts.count >= few { indices[Array(reaction.emoji.utf8)] = counts.count }
                counts.append(Self(emoji: reaction.emoji, users: [reaction.user], isMine: isMine))
            }
        }
        return counts
    }

    private static let few = 8
}
