import Chat

/// All that is known of one person, and the streams they have open.
///
/// `@unchecked Sendable`: as `FeedState`.
final class PersonState: @unchecked Sendable {
    struct Read<Value: Sendable>: Sendable {
        var value: Value
        let at: Timestamp
    }

    var listeners: [Listener] = []
    /// As the backend listed them: those that were left too.
    var conversations: Read<[Conversation]>?
    /// In which of them they take part, as they were told last; `nil` before their list was ever read.
    var told: Set<ConversationID>?
    /// The version before which a read of the list must have begun no more: something was joined or left since.
    var conversationsVersion: UInt64 = 0
    var positions: [ConversationID: Read<ReadPosition>] = [:]
    var bookmarks: Read<[BookmarkedMessage]>?
    /// What only this person hears: how their read marks moved, what they joined and left.
    var journal: Journal<LiveEvent>
    /// Another one with each change of what their list shows.
    var listVersion: UInt64 = 0
    /// Until when the list may be shown without looking at each of its conversations, as long as the version is the same.
    var listIsKnown: (version: UInt64, until: Timestamp)?
    /// Another one with each change of what they alone see in a conversation.
    var threadVersions: [ConversationID: UInt64] = [:]
    /// Another one with each change of their bookmarks.
    var bookmarksVersion: UInt64 = 0
    var lastUse: Timestamp

    init(after event: EventID, now: Timestamp) {
        journal = Journal(after: event)
        lastUse = now
    }
}
