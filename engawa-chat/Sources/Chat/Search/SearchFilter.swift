/// What a search for messages is limited to, besides words.
public struct SearchFilter: Hashable, Sendable {
    /// What a message has besides its words.
    public enum Content: String, Hashable, Sendable, CaseIterable {
        case file
        case picture
        /// An address that begins with `http://` or `https://`.
        case link
    }

    /// Only messages of these people; `nil` for everybody's.
    public var senders: Set<UserID>?
    /// Only messages in these conversations; `nil` for all.
    public var conversations: Set<ConversationID>?
    /// Only messages that were sent then or later.
    public var from: Timestamp?
    /// Only messages that were sent before.
    public var until: Timestamp?
    /// Only messages with all of these.
    public var contents: Set<Content>

    public init(
        senders: Set<UserID>? = nil, conversations: Set<ConversationID>? = nil, from: Timestamp? = nil,
        until: Timestamp? = nil, contents: Set<Content> = []
    ) {
        self.senders = senders
        self.conversations = conversations
        self.from = from
        self.until = until
        self.contents = contents
    }

    /// Everything.
    public static let none = SearchFilter()

    /// Whether a message of a person, with all of its files, is searched.
    public func accepts(_ message: Message) -> Bool {
        guard let sender = message.sender, senders?.contains(sender) != false,
            conversations?.contains(message.conversation) != false,
            from.map({ $0 <= message.createdAt }) != false, until.map({ message.createdAt < $0 }) != false
        else { return false }
        return contents.allSatisfy { content in
            switch content {
            case .file: !message.attachments.isEmpty
            case .picture: message.attachments.contains { $0.type.family == "image" }
            case .link: Self.linkBeginnings.contains { message.text?.contains($0) == true }
            }
        }
    }

    /// How the links begin that `Content.link` is about.
    public static let linkBeginnings = ["http://", "https://"]
}
