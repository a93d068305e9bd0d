import Bytes
import Chat
import HTML
import RichText

/// A page of a conversation: its messages, separated into days and groups.
///
/// `pieces` refers to messages by their indices, and `MessageList` computes texts as it writes them: creating a value with
/// its texts for each message took measurable time.
struct ThreadModel {
    /// Data about the messages of the page that is not in the messages.
    struct Annotations {
        /// The messages that are replied to and are not on the page.
        var originals: [MessageID: Message] = [:]
        var bookmarked: Set<MessageID> = []
        /// The first unread message.
        var firstUnread: MessageID?
        /// The page to return to after a change.
        var back: Path?
        /// The previews of the first links of messages.
        var previews: [MessageID: LinkPreviews.Shown] = [:]
        /// How far others have read; `nil` where the viewer is not told.
        var readers: [Reader]?
        /// The emoji of the place.
        var emoji: [String: SafeURL] = [:]
        /// Texts that are rendered already, for the viewer.
        var texts: [MessageID: RawHTML] = [:]
    }

    /// A part of the page, from top to bottom.
    enum Piece: Equatable {
        case day(CivilDate)
        case newMessages
        /// The index of a message that is not a text, such as "Bob joined".
        case event(Int)
        /// The indices of consecutive messages of one author.
        case group(Range<Int>)
    }

    /// The data that all messages of a page share. A class, so that passing it on copies one reference.
    final class Context: Sendable {
        let time: ViewerTime
        let conversation: ConversationID
        let isGroup: Bool
        let names: Names
        let mentions: RichText.Mentions
        /// `nil` for viewers who neither wrote nor reacted to a message nor are mentioned in it.
        let viewer: UserID?
        let annotations: Annotations

        var say: Speaker { time.say }

        init(
            _ messages: [Message], in conversation: Conversation, viewer: UserID?, _ time: ViewerTime,
            _ annotations: Annotations
        ) {
            self.time = time
            self.conversation = conversation.id
            isGroup = conversation.kind == .group
            names = Names(conversation, in: messages, annotations.originals.values, time.say)
            // By pointer: taking a message out of its array would copy it.
            let mayMention = messages.withUnsafeBufferPointer { messages in
                messages.indices.contains { messages[$0].mayMention && annotations.texts[messages[$0].id] == nil }
            }
            mentions =
                mayMention || annotations.originals.values.contains(where: \.mayMention)
                ? RichText.Mentions(in: conversation, viewer: viewer) : .none
            self.viewer = viewer
            self.annotations = annotations
        }
    }

    /// Messages further apart than this start a new group.
    private static let groupSpanMilliseconds: Int64 = 5 * 60 * 1_000

    let messages: [Message]
    let context: Context
    private(set) var pieces: [Piece]

    init(
        _ page: MessagePage, in conversation: Conversation, viewer: UserID?, _ time: ViewerTime,
        _ annotations: Annotations
    ) {
        messages = page.messages
        context = Context(page.messages, in: conversation, viewer: viewer, time, annotations)
        // By pointer: taking a message out of its array would copy it.
        pieces = page.messages.withUnsafeBufferPointer {
            Self.pieces(of: $0, time, firstUnread: annotations.firstUnread)
        }
    }

    private static func pieces(
        of messages: UnsafeBufferPointer<Message>, _ time: ViewerTime, firstUnread: MessageID?
    ) -> [Piece] {
        var pieces: [Piece] = []
        pieces.reserveCapacity(messages.count + 2)
        var moments = MinuteCache(time)
        var day: CivilDate?
        /// The sender and time of the message before, if its group may continue.
        var open: (sender: UserID, sent: Timestamp)?
        for index in messages.indices {
            let moment = messages[index].createdAt
            moments.turn(to: moment)
            if moments.day != day {
                pieces.append(.day(moments.day))
                day = moments.day
                open = nil
            }
            if messages[index].id == firstUnread {
                pieces.append(.newMessages)
                open = nil
            }
            guard case .text(let sender, _) = messages[index].content else {
                pieces.append(.event(index))
                open = nil
                continue
            }
            if let open, open.sender == sender, moment.milliseconds(since: open.sent) < groupSpanMilliseconds,
                case .group(let indices)? = pieces.last
            {
                pieces[pieces.count - 1] = .group(indices.lowerBound..<(index + 1))
            } else {
                pieces.append(.group(index..<(index + 1)))
            }
            open = (sender, moment)
        }
        return pieces
    }

    /// Drops everything but the last message, and the day before it if it is the first message of that day.
    /// - Returns: whether the message belongs to the same group as the message before it.
    mutating func keepLast() -> Bool {
        guard let last = pieces.last else { return false }
        if case .group(let indices) = last, indices.count > 1 {
            pieces = [.group((indices.upperBound - 1)..<indices.upperBound)]
            return true
        }
        let before = pieces.dropLast().last
        pieces = if case .day? = before { pieces.suffix(2) } else { [last] }
        return false
    }

    /// Who has read a message of the viewer; `nil` for nobody, and where that is not told.
    func readers(of message: Message) -> MessageReaders? {
        guard let readers = context.annotations.readers, let viewer = context.viewer, message.sender == viewer else {
            return nil
        }
        let found = MessageReaders(of: message, among: readers)
        return found.users.isEmpty ? nil : found
    }

    /// The message with this id, on the page or among the originals.
    func original(_ id: MessageID) -> Message? {
        messages.first { $0.id == id } ?? context.annotations.originals[id]
    }
}

extension RichText.Mentions {
    /// Active participants can be mentioned.
    init(in conversation: Conversation, viewer: UserID?) {
        let names = conversation.activeParticipants.map { ($0.user.alias.lowercased(), $0.user.shownName) }
        self.init(
            names: Dictionary(names) { first, _ in first },
            own: viewer.flatMap { conversation.activeParticipant($0) }?.user.alias.lowercased())
    }

    /// Those of `conversation` if one of `texts` may mention somebody: of thousands of names, none is looked at in vain.
    init(in conversation: Conversation, viewer: UserID? = nil, for texts: some Sequence<String>) {
        let isNeeded = texts.contains { $0.hasByte(UInt8(ascii: "@")) }
        self = isNeeded ? Self(in: conversation, viewer: viewer) : .none
    }
}
