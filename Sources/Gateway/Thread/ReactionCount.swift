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
        var places: [String: Int] = [:]
        for reaction in reactions where !reaction.emoji.isEmpty {
            let isMine = reaction.user == viewer
            if let last = counts.indices.last, counts[last].emoji == reaction.emoji {
                counts[last].add(reaction.user, isMine)
            } else if let place = places[reaction.emoji] {
                counts[place].add(reaction.user, isMine)
            } else {
                places[reaction.emoji] = counts.count
                counts.append(Self(emoji: reaction.emoji, users: [reaction.user], isMine: isMine))
            }
        }
        return counts
    }

    private mutating func add(_ user: UserID, _ isMine: Bool) {
        users.append(user)
        self.isMine = self.isMine || isMine
    }
}
