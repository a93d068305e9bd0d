import Bytes

/// A message of a person, or a system message about an event in the conversation.
public struct Message: Hashable, Sendable, Identifiable {
    public enum Content: Hashable, Sendable, Codable {
        /// A message of a person. `text` may be empty, because backends accept empty messages from other clients.
        case text(sender: UserID, text: String)
        /// Someone joined. `user` is `nil` if the backend does not name them.
        case joined(user: UserID?)
        case left(user: UserID?)
        /// Somebody changed the group. Indirect, so that every other message is smaller.
        indirect case changed(GroupChange, by: UserID)
        /// An unknown kind of event, in the backend's words.
        case other(text: String?)

        fileprivate var mayMention: Bool {
            if case .text(_, let text) = self { text.hasByte(UInt8(ascii: "@")) } else { false }
        }
    }

    public let id: MessageID
    public let conversation: ConversationID
    public private(set) var content: Content
    /// Whether a person wrote `@` in it. Kept, because a list asks it of thousands of messages.
    public private(set) var mayMention: Bool
    public let createdAt: Timestamp
    public var reactions: [Reaction]
    /// What it replies to, its files, its thread, and when it was edited; `nil` for a message that has none of these, as most
    /// have. It keeps messages small, of which many thousands are cached.
    private var extras: Extras?

    public init(
        id: MessageID, conversation: ConversationID, content: Content, replyTo: MessageID?, createdAt: Timestamp,
        reactions: [Reaction], attachments: [Attachment] = [], editedAt: Timestamp? = nil,
        thread: MessageThread? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.content = content
        mayMention = content.mayMention
        self.createdAt = createdAt
        self.reactions = reactions
        extras = .unlessEmpty(replyTo, editedAt, attachments, thread)
    }

    public var replyTo: MessageID? { extras?.replyTo }

    /// When its sender changed its text last; `nil` for never.
    public private(set) var editedAt: Timestamp? {
        get { extras?.editedAt }
        set { extras = .unlessEmpty(replyTo, newValue, attachments, thread) }
    }

    /// Its files, in the order in which they were chosen.
    public var attachments: [Attachment] {
        get { extras?.attachments ?? [] }
        set { extras = .unlessEmpty(replyTo, editedAt, newValue, thread) }
    }

    /// The replies to it, where its group has threads; `nil` for none.
    public var thread: MessageThread? {
        get { extras?.thread }
        set { extras = .unlessEmpty(replyTo, editedAt, attachments, newValue) }
    }

    /// Takes the text of a later version of this message.
    /// - Returns: whether `other` was later.
    public mutating func takeText(of other: Message) -> Bool {
        guard let moment = other.editedAt, editedAt.map({ $0 < moment }) ?? true else { return false }
        (content, mayMention, editedAt) = (other.content, other.mayMention, moment)
        return true
    }

    /// The author; `nil` for system messages.
    // Swift 6.3.1 stops with "Found ownership error" if it inlines this.
    @inline(never) public var sender: UserID? { if case .text(let sender, _) = content { sender } else { nil } }

    /// What a person wrote; `nil` for system messages.
    @inline(never) public var text: String? { if case .text(_, let text) = content { text } else { nil } }
}

/// What few messages have. A class, so that it takes no memory in the others.
private final class Extras: Hashable, Sendable {
    let replyTo: MessageID?
    let editedAt: Timestamp?
    let attachments: [Attachment]
    let thread: MessageThread?

    /// `nil` where there is nothing of it. No initializer that can fail: that would take the memory before it fails.
    static func unlessEmpty(
        _ replyTo: MessageID?, _ editedAt: Timestamp?, _ attachments: [Attachment], _ thread: MessageThread?
    ) -> Extras? {
        guard replyTo != nil || editedAt != nil || !attachments.isEmpty || thread != nil else { return nil }
        return Extras(replyTo: replyTo, editedAt: editedAt, attachments: attachments, thread: thread)
    }

    private init(replyTo: MessageID?, editedAt: Timestamp?, attachments: [Attachment], thread: MessageThread?) {
        self.replyTo = replyTo
        self.editedAt = editedAt
        self.attachments = attachments
        self.thread = thread
    }

    static func == (one: Extras, other: Extras) -> Bool {
        one === other
            || (one.replyTo == other.replyTo && one.editedAt == other.editedAt && one.thread == other.thread
                && one.attachments == other.attachments)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(replyTo)
        hasher.combine(editedAt)
        hasher.combine(attachments)
        hasher.combine(thread)
    }
}

/// A text that a message had before it was edited.
public struct MessageVersion: Hashable, Sendable {
    public let text: String
    /// When it was sent, or the message was edited to it.
    public let writtenAt: Timestamp

    public init(text: String, writtenAt: Timestamp) {
        self.text = text
        self.writtenAt = writtenAt
    }
}

/// A message that is pinned in its conversation.
public struct PinnedMessage: Hashable, Sendable {
    public let message: Message
    public let pinnedAt: Timestamp

    public init(message: Message, pinnedAt: Timestamp) {
        self.message = message
        self.pinnedAt = pinnedAt
    }
}

/// A message to be sent.
public struct NewMessage: Hashable, Sendable {
    public let conversation: ConversationID
    public let sender: UserID
    public let text: MessageText
    public let replyTo: MessageID?
    /// Files of the sender that belong to no message yet, at most `FileLimits.filesOfMessage`.
    public let files: [FileID]
    /// Whether the sender's draft in the conversation stays: it is another text, as where a message is forwarded.
    public var leavesDraft = false

    public init(
        conversation: ConversationID, sender: UserID, text: MessageText, replyTo: MessageID? = nil, files: [FileID] = []
    ) {
        self.conversation = conversation
        self.sender = sender
        self.text = text
        self.replyTo = replyTo
        self.files = files
    }

    /// Whether it has a text or files, no more files than a message may have, and none twice: else it is `.invalid`.
    public var isComplete: Bool {
        (text != MessageText.none || !files.isEmpty) && files.count <= FileLimits.filesOfMessage
            && Set(files).count == files.count
    }
}

/// One person's emoji on a message.
public struct Reaction: Hashable, Sendable, Codable, Identifiable {
    public let id: ReactionID
    public let message: MessageID
    public let user: UserID
    /// Any string, as the real backend does not validate it.
    public let emoji: String
    public let createdAt: Timestamp

    public init(id: ReactionID, message: MessageID, user: UserID, emoji: String, createdAt: Timestamp) {
        self.id = id
        self.message = message
        self.user = user
        self.emoji = emoji
        self.createdAt = createdAt
    }

    /// Whether this reaction has `emoji`. Compares UTF-8 bytes, as backends do.
    public func hasEmoji(_ emoji: String) -> Bool { self.emoji.isUTF8Equal(to: emoji) }
}

/// The last message that a person has read in a conversation.
public struct ReadMark: Hashable, Sendable, Codable, Identifiable {
    public let id: ReadMarkID
    public let conversation: ConversationID
    public let user: UserID
    public let lastRead: MessageID
    public let updatedAt: Timestamp

    public init(
        id: ReadMarkID, conversation: ConversationID, user: UserID, lastRead: MessageID, updatedAt: Timestamp
    ) {
        self.id = id
        self.conversation = conversation
        self.user = user
        self.lastRead = lastRead
        self.updatedAt = updatedAt
    }
}

/// A message that a person has bookmarked.
public struct Bookmark: Hashable, Sendable, Codable, Identifiable {
    public let id: BookmarkID
    public let message: MessageID
    public let user: UserID
    public let createdAt: Timestamp

    public init(id: BookmarkID, message: MessageID, user: UserID, createdAt: Timestamp) {
        self.id = id
        self.message = message
        self.user = user
        self.createdAt = createdAt
    }
}

/// A bookmark with its message, as in the list of bookmarks.
public struct BookmarkedMessage: Hashable, Sendable, Codable {
    public let message: MessageID
    public let conversation: ConversationID
    /// `nil` for a message without text. Real backends also return the text of deleted messages.
    public let text: String?
    /// When it was bookmarked.
    public let createdAt: Timestamp
    /// When the message was sent.
    public let messageCreatedAt: Timestamp

    public init(
        message: MessageID, conversation: ConversationID, text: String?, createdAt: Timestamp,
        messageCreatedAt: Timestamp
    ) {
        self.message = message
        self.conversation = conversation
        self.text = text
        self.createdAt = createdAt
        self.messageCreatedAt = messageCreatedAt
    }
}
