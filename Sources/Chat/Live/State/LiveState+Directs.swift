import Chat

/// Presence in direct conversations, which the other person's list shows.
extension LiveState {
    /// The direct conversations of a person, as far as they are cached and presence is told in them.
    func directs(of user: UserID) -> [(id: ConversationID, other: UserID)] {
        let directs = (people[user]?.list?.value ?? []).lazy.compactMap { id -> (ConversationID, UserID)? in
            guard let cached = conversations[id], cached.conversation?.kind == .direct, cached.members.count == 2,
                let other = cached.members.first(where: { $0 != user })
            else { return nil }
            return (id, other)
        }
        return directs.prefix(limits.presentDirects).map { (id: $0, other: $1) }
    }

    /// Publishes to those who have a direct conversation with a person that the person came or left, after a while: who
    /// loads another page is there again at once.
    mutating func publishDirectPresence(now: Timestamp) -> [Publication] {
        var publications: [Publication] = []
        for (user, moment) in directsDue where moment.adding(limits.presenceInterval) <= now {
            directsDue[user] = nil
            let isThere = isPresent(user)
            guard isThere ? toldOnline.insert(user).inserted : toldOnline.remove(user) != nil else { continue }
            for (id, other) in directs(of: user) where isOnline(other) {
                guard let subscribers = people[other]?.subscribers else { continue }
                let present = isThere ? [user, other] : [other]
                publications.append(
                    Publication(
                        event: LiveEvent(id: nil, conversation: id, kind: .present(present, count: present.count)),
                        subscribers: subscribers))
            }
        }
        return publications
    }
}
