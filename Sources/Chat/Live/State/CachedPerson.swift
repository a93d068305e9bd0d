import Chat

/// What is cached of one person, and the streams they have open.
///
/// Conversations are referred to by their ids: what all their members see of them is in `LiveState` once.
/// `@unchecked Sendable`: as `CachedConversation`.
final class CachedPerson: @unchecked Sendable {
    struct Read<Value: Sendable>: Sendable {
        var value: Value
        let at: Timestamp
    }

    /// How far they have read a conversation, and when that became known: to the second, because each person has as
    /// many of these as conversations, and with a whole timestamp each would take a sixth more.
    struct KnownPosition: Sendable {
        var value: ReadPosition
        private let second: UInt32

        init(value: ReadPosition, at moment: Timestamp) {
            self.value = value
            second = UInt32(clamping: moment.milliseconds / 1_000)
        }

        var at: Timestamp { Timestamp(milliseconds: Int64(second) * 1_000) }
    }

    var subscribers: [Subscriber] = []
    /// Their conversations as the backend listed them, with those that they left.
    var list: Read<[ConversationID]>?
    /// Those of their list of which they know that they are no member.
    var left: Set<ConversationID> = []
    /// Reads of the list that began before this version are not taken: a conversation was joined or left since.
    var membershipsVersion: UInt64 = 0
    var positions = SortedMap<ConversationID, KnownPosition>()
    /// Whether they show nobody how far they have read, and so see it of nobody.
    var hidesReading: Read<Bool>?
    var bookmarks: Read<[BookmarkedMessage]>?
    /// What only this person is sent: how their read marks moved, what they joined and left.
    var journal: Journal<LiveEvent>
    /// Another one with each change of what their list shows.
    var listVersion: UInt64
    /// Until when the list may be shown without looking at each of its conversations, where the version is the same.
    var freshList: (version: UInt64, until: Timestamp)?
    /// Another one with each change of what they alone see in a conversation.
    var pageVersions = SortedMap<ConversationID, UInt64>()
    /// Another one with each change of their bookmarks.
    var bookmarksVersion: UInt64 = 0
    var lastUse: Timestamp

    init(after event: EventID, version: UInt64, now: Timestamp) {
        journal = Journal(after: event, at: now)
        listVersion = version
        lastUse = now
    }

    /// Whether they have a stream open.
    var isOnline: Bool { !subscribers.isEmpty }

    /// Whether they know that they are a member of a conversation; `nil` before their list was ever read.
    func isMember(of id: ConversationID) -> Bool? { list.map { $0.value.contains(id) && !left.contains(id) } }

    /// The conversations of which they know that they are a member; `nil` before their list was ever read.
    var memberships: Set<ConversationID>? { list.map { Set($0.value).subtracting(left) } }

    /// Forgets what belongs to a conversation that is evicted: nobody counts for it what is posted meanwhile.
    func forget(_ id: ConversationID) {
        positions[id] = nil
        pageVersions[id] = nil
    }
}
