import Chat

/// Who gave a message one emoji.
struct ReactionCount {
    let emoji: String
    private(set) var users: [UserID]
    /// Whether the viewer is among them.
    private(set) var isMine: Bool

    /// One for each emoji, in the order in which they first came.
    static func counts(_ reactions: [Reaction], viewer: UserID?) -> [Self] {
        var counts: [Self] = []
        // For more emoji than one looks through one by one.
        var places: [[UInt8]: Int] = [:]
        for reaction in reactions where !reaction.emoji.isEmpty {
            let isMine = reaction.user == viewer
            let known = counts.indices.prefix(few).first { reaction.hasEmoji(counts[$0].emoji) }
            if let place = known ?? (counts.count > few ? places[Array(reaction.emoji.utf8)] : nil) {
                counts[place].users.append(reaction.user)
                counts[place].isMine = counts[place].isMine || isMine
            } else {
                if counts.count >= few { places[Array(reaction.emoji.utf8)] = counts.count }
                counts.append(Self(emoji: reaction.emoji, users: [reaction.user], isMine: isMine))
            }
        }
        return counts
    }

    private static let few = 8
}
