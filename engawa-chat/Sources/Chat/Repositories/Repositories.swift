/// The people of the chat.
public protocol UserRepository: Sendable {
    /// Everyone. Backends offer it in development only.
    func users() async throws(ChatError) -> [User]
    /// The first `limit` people whose name and alias together contain every word of `query`: those whose name or alias
    /// begins with a word before others. Without a query the first of all. Sorted by name within that.
    /// - Throws: as `users()`.
    func users(matching query: SearchQuery?, limit: Int) async throws(ChatError) -> [User]
    /// - Throws: `.notFound`.
    func user(_ id: UserID) async throws(ChatError) -> User
    /// - Throws: `.notFound`.
    func user(alias: Alias) async throws(ChatError) -> User
    /// - Throws: `.aliasTaken`; `.forbidden` where the backend takes no new people.
    func register(_ user: NewUser) async throws(ChatError) -> User
}

/// The conversations and who takes part in them.
public protocol ConversationRepository: Sendable {
    /// Those in which `user` takes part or once did, newest created first.
    func conversations(of user: UserID) async throws(ChatError) -> [Conversation]
    /// The ids of `conversations(of:)`, in the same order; `nil` where the backend has no such question.
    func conversationIDs(of user: UserID) async throws(ChatError) -> [ConversationID]?
    /// **Without a check of membership**: the caller's, always.
    /// - Throws: `.notFound`.
    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation
    /// The creator becomes a participant only if named among the participants.
    /// - Throws: `.notFound` where a participant does not exist.
    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation
    /// Lets a person in, or back in: then the role is set anew and they are active again.
    /// A system message tells it to the others. **Without a check of what `actor` may**: the caller's, always.
    /// - Throws: `.notFound` for an unknown conversation or person; `.forbidden` where only admins may add people; `.banned`
    ///   for somebody whom an admin has removed, unless an admin lets them in.
    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    /// A person leaves, or is removed; a system message tells it. Doing it again changes nothing. Where groups can be
    /// administered, the last admin of a group leaves it to the member who has been there for the longest time, and whom an admin removes
    /// only an admin lets in again.
    /// **Without a check of what `actor` may**: the caller's, always.
    /// - Throws: `.notFound` for one who never took part; `.forbidden` where the backend lets people only leave.
    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
}

extension ConversationRepository {
    public func conversationIDs(of user: UserID) async throws(ChatError) -> [ConversationID]? { nil }
}

/// The messages.
public protocol MessageRepository: Sendable {
    /// The newest `limit` messages created strictly before `before` (or of all), newest first, without deleted ones.
    ///
    /// Several messages may share one millisecond; if the read ends inside one, it has the earliest of its messages. So
    /// a caller that pages by `before` must keep those together: see `MessageHistory`.
    /// - Parameter limit: 1…`MessageLimits.maximumPerRead`.
    /// - Throws: `.notParticipant`.
    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    /// The first `limit` messages created at `moment` or later, oldest first, without deleted ones. Fewer only where the
    /// conversation ends.
    /// - Parameter limit: 1…`MessageLimits.maximumPerRead`.
    /// - Throws: `.notParticipant`.
    func messages(in conversation: ConversationID, as user: UserID, from moment: Timestamp, limit: Int)
        async throws(ChatError) -> [Message]
    /// The newest message in each of `conversations`; those without one, and those that `user` takes no part in,
    /// are left out.
    func newest(inEach conversations: [ConversationID], as user: UserID)
        async throws(ChatError) -> [ConversationID: Message]
    /// What is unread, for a list. A cache may count among messages that are as old as the newest ones in that list, where
    /// a page has to be newer.
    /// - Parameter behind: how many messages follow the read mark, as the backend counts them; at least 1.
    /// - Throws: `.notParticipant`.
    func unread(_ behind: Int, in conversation: Conversation, for user: UserID) async throws(ChatError) -> Unread
    /// Those of `ids` that are in the conversation and can be had without searching for them; deleted ones can't.
    func find(_ ids: Set<MessageID>, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageID: Message]
    /// One message of a conversation, wherever it is in its past.
    ///
    /// - Parameter moment: when it was sent, where that is known; it makes finding cheap.
    /// - Throws: `.notFound`, also for a deleted one; `.notParticipant`.
    func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        async throws(ChatError) -> Message
    /// Not idempotent: called twice, it sends twice. See `MessageSender`.
    /// - Throws: `.notParticipant`; `.forbidden` where only admins may; `.invalid` where the reply's message is not of this
    ///   conversation.
    func send(_ message: NewMessage) async throws(ChatError) -> Message
    /// Only the sender and the conversation's admins may. Doing it again changes nothing.
    /// - Parameter conversation: the one that holds the message; backends need not compare.
    /// - Throws: `.notFound`, `.forbidden`, `.notParticipant`.
    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError)
    /// The conversation that holds a message, deleted or not. **Without a check of membership.**
    /// - Throws: `.notFound`, also where the backend has no such question.
    func conversation(of message: MessageID) async throws(ChatError) -> ConversationID
}

/// The reactions to messages. A `conversation` is the one that holds the message; backends need not compare.
public protocol ReactionRepository: Sendable {
    /// Newest last. - Throws: `.notFound`.
    func reactions(to message: MessageID, as user: UserID) async throws(ChatError) -> [Reaction]
    /// Adding the same twice gives the same reaction. - Throws: `.notFound`, `.notParticipant`.
    func add(_ emoji: Emoji, to message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    /// `emoji` is text, for there may be reactions that no emoji is. - Throws: `.notFound`, `.notParticipant`.
    func remove(_ emoji: String, from message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
}

/// How far people have read.
public protocol ReadMarkRepository: Sendable {
    /// Sets the mark, forwards or backwards.
    /// - Throws: `.notParticipant`; `.invalid` where the message is not of this conversation.
    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    /// Sets the mark if the message is after it, whatever another process has set meanwhile.
    /// - Returns: the mark as it is then.
    /// - Throws: `.notParticipant`; `.invalid` where the message is not of this conversation.
    func advance(to message: MessageID, in conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    /// How many messages follow the mark: own and system messages count too; all, if nothing was ever read.
    /// - Throws: `.notParticipant`.
    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int
    /// The message of the mark; `.unknown` where the backend has no such question.
    /// - Throws: `.notParticipant`.
    func lastRead(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> LastRead
}

extension ReadMarkRepository {
    /// For a backend that has no such question: callers have compared the message with the mark that they know.
    public func advance(to message: MessageID, in conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    { try await mark(message, asReadIn: conversation, by: user) }

    public func lastRead(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> LastRead {
        .unknown
    }
}

/// How far a person has read a conversation.
public enum LastRead: Sendable, Equatable {
    /// Up to this message, deleted or not.
    case message(MessageID, sentAt: Timestamp)
    case nothing
    /// Only the number of unread messages is known.
    case unknown
}

/// The bookmarks.
public protocol BookmarkRepository: Sendable {
    /// Newest first.
    func bookmarks(of user: UserID) async throws(ChatError) -> [BookmarkedMessage]
    /// Adding twice gives the same bookmark. - Throws: `.notFound`, `.notParticipant`.
    func add(bookmark message: MessageID, by user: UserID) async throws(ChatError) -> Bookmark
    /// - Throws: `.notFound`, `.notParticipant`.
    func remove(bookmark message: MessageID, by user: UserID) async throws(ChatError)
}

/// Whether the backend can work.
public protocol HealthCheck: Sendable {
    /// Returns when all is well. - Throws: `.unavailable`, `.serverFault`, `.timedOut`, `.unexpectedAnswer`.
    func check() async throws(ChatError)
}

/// Limits that every repository keeps.
public enum MessageLimits {
    /// The most messages that one read may ask for.
    public static let maximumPerRead = 1_000
    /// How many earlier texts of a message are kept; one with so many can't be edited again.
    public static let maximumVersions = 100
    /// How many messages of a conversation may be pinned.
    public static let maximumPins = 50
    /// How many invitations to a group may be open at once.
    public static let maximumInvites = 20
    /// How many groups of an installation may be open to everybody.
    public static let maximumOpenGroups = 1_000
    /// How many threads a person follows.
    public static let maximumThreads = 100
    /// How many open groups are listed at once.
    public static let maximumListedGroups = 50
    /// How many members of an open group are counted for a list.
    public static let maximumCountedMembers = 1_000
    /// Of how many members of a conversation it is known how far they have read.
    public static let maximumReaders = 100
    /// How many conversations are asked at once for their newest message.
    public static let maximumReadsAtOnce = 8
    /// How many messages a search for one message may read.
    public static let maximumSearched = 2_000
    /// How many of them at a time: what backends document.
    public static let searchedAtOnce = 100
}

/// What there may be so much of, and no more.
public enum MessageLimit: Hashable, Sendable {
    /// Earlier texts of a message: `MessageLimits.maximumVersions`.
    case versions
    /// Pinned messages of a conversation: `MessageLimits.maximumPins`.
    case pins
    /// Invitations to a group: `MessageLimits.maximumInvites`.
    case invites
    /// Groups that are open to everybody: `MessageLimits.maximumOpenGroups`.
    case openGroups
}

/// All repositories of one backend. A class, because every feature holds them, and a reference is cheaper to copy.
public final class Repositories: Sendable {
    public let users: any UserRepository
    public let conversations: any ConversationRepository
    public let messages: any MessageRepository
    public let editing: any MessageEditing
    public let pins: any MessagePins
    public let groups: any GroupAdministration
    public let invites: any GroupInvites
    public let openGroups: any OpenGroups
    public let pictures: any PictureRepository
    public let threads: any MessageThreads
    public let reactions: any ReactionRepository
    public let readMarks: any ReadMarkRepository
    public let receipts: any ReadReceipts
    public let bookmarks: any BookmarkRepository
    public let search: any MessageSearch
    public let health: any HealthCheck

    public init(
        users: any UserRepository, conversations: any ConversationRepository, messages: any MessageRepository,
        reactions: any ReactionRepository, readMarks: any ReadMarkRepository, bookmarks: any BookmarkRepository,
        search: any MessageSearch, health: any HealthCheck, editing: any MessageEditing = NoMessageEditing(),
        pins: any MessagePins = NoMessagePins(), groups: any GroupAdministration = NoGroupAdministration(),
        invites: any GroupInvites = NoGroupInvites(), receipts: any ReadReceipts = NoReadReceipts(),
        openGroups: any OpenGroups = NoOpenGroups(), pictures: any PictureRepository = NoPictures(),
        threads: any MessageThreads = NoMessageThreads()
    ) {
        self.users = users
        self.conversations = conversations
        self.messages = messages
        self.reactions = reactions
        self.readMarks = readMarks
        self.receipts = receipts
        self.bookmarks = bookmarks
        self.search = search
        self.health = health
        self.editing = editing
        self.pins = pins
        self.groups = groups
        self.invites = invites
        self.openGroups = openGroups
        self.pictures = pictures
        self.threads = threads
    }
}
