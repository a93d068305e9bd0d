/// Something said in a conversation, or something that happened in it.
public struct Message: Hashable, Sendable, Identifiable {
    public enum Content: Hashable, Sendable {
        /// Words of a person. `text` may be empty: a backend accepts that from others.
        case text(sender: UserID, text: String)
        /// Someone joined. `user` is known where the backend's text names them.
        case joined(user: UserID?)
        case left(user: UserID?)
        /// An event that this version does not know, in the backend's own words.
        case other(text: String?)
    }

    public let id: MessageID
    public let conversation: ConversationID
    public let content: Content
    public let replyTo: MessageID?
    public let createdAt: Timestamp
    public let reactions: [Reaction]

    public init(
        id: MessageID, conversation: ConversationID, content: Content, replyTo: MessageID?, createdAt: Timestamp,
        reactions: [Reaction]
    ) {
        self.id = id
        self.conversation = conversation
        self.content = content
        self.replyTo = replyTo
        self.createdAt = createdAt
        self.reactions = reactions
    }

    /// Who said it; `nil` for what merely happened.
    // Swift 6.3.1 stops with "Found ownership error" where it inlines this.
    @inline(never) public var sender: UserID? { if case .text(let sender, _) = content { sender } else { nil } }
}

/// A message that is to be sent.
public struct NewMessage: Hashable, Sendable {
    public let conversation: ConversationID
    public let sender: UserID
    public let text: MessageText
    public let replyTo: MessageID?

    public init(conversation: ConversationID, sender: UserID, text: MessageText, replyTo: MessageID? = nil) {
        self.conversation = conversation
        self.sender = sender
        self.text = text
        self.replyTo = replyTo
    }
}

/// One person's emoji on a message.
public struct Reaction: Hashable, Sendable, Identifiable {
    public let id: ReactionID
    public let message: MessageID
    public let user: UserID
    /// Any string: the real backend does not check.
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

/// How far a person has read a conversation.
public struct ReadMark: Hashable, Sendable, Identifiable {
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

/// A message that a person keeps a finger on.
public struct Bookmark: Hashable, Sendable, Identifiable {
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

/// A bookmark with the message that it marks, as the list of bookmarks shows it.
public struct BookmarkedMessage: Hashable, Sendable {
    public let message: MessageID
    public let conversation: ConversationID
    /// `nil` for a message without text. Real backends still show a deleted message's text here.
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
