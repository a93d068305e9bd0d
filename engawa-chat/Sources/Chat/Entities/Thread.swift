/// The replies to a message of a group, which are in a conversation of their own.
public struct MessageThread: Hashable, Sendable, Codable {
    public let conversation: ConversationID
    /// How many there are.
    public let replies: Int

    public init(conversation: ConversationID, replies: Int) {
        self.conversation = conversation
        self.replies = replies
    }
}

/// What a thread belongs to: a conversation that has the replies to a message. Those who follow it are its participants, and
/// take part in the group.
public struct ThreadOrigin: Hashable, Sendable, Codable {
    /// How many characters (Unicode scalars) of the message's text are told.
    public static let excerptCharacters = 80

    /// The group.
    public let conversation: ConversationID
    public let message: MessageID
    /// The beginning of the message's text, on one line; `nil` where it has none, or was deleted.
    public let excerpt: String?

    /// - Parameter text: the message's, of which the beginning is kept.
    public init(conversation: ConversationID, message: MessageID, text: String?) {
        self.conversation = conversation
        self.message = message
        let line = text.map { text in
            text.unicodeScalars.prefix(Self.excerptCharacters).split { $0.properties.isWhitespace }
                .map { String($0) }.joined(separator: " ")
        }
        excerpt = line?.isEmpty == true ? nil : line
    }
}
