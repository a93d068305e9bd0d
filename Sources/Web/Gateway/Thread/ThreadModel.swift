import Chat
import RichText

/// A page of a conversation, laid out: days, and within a day what one author said in a row.
///
/// It says by places in `messages` what comes after what. `MessageList` finds the words as it writes: a value for each
/// bubble, with its texts, would be made and thrown away fifty times a page.
struct ThreadModel {
    /// What is known about the messages beside what they say.
    struct Surroundings {
        /// Originals of replies that are not on the page.
        var originals: [MessageID: Message] = [:]
        var bookmarked: Set<MessageID> = []
        /// The first one that is new.
        var firstUnread: MessageID?
        /// Where a change leads back to.
        var back: Path?
    }

    /// What stands on the page, from top to bottom.
    enum Piece: Equatable {
        case day(CivilDate)
        case newMessages
        /// The place of something that happened.
        case event(Int)
        /// The places of what one author said in a row.
        case group(Range<Int>)
    }

    /// What all messages of a page have in common. A class, so that it is handed on as one reference.
    final class Setting: Sendable {
        let time: ViewerTime
        let conversation: ConversationID
        let names: Names
        let mentions: RichText.Mentions
        /// Who sees it; `nil` for those to whom nothing in it is their own.
        let viewer: UserID?
        let surroundings: Surroundings

        var say: Speaker { time.say }

        init(_ conversation: Conversation, viewer: UserID?, _ time: ViewerTime, _ surroundings: Surroundings) {
            self.time = time
            self.conversation = conversation.id
            names = Names(conversation, time.say)
            mentions = RichText.Mentions(in: conversation, viewer: viewer)
            self.viewer = viewer
            self.surroundings = surroundings
        }
    }

    /// Messages further apart than this start a new group.
    private static let groupSpanMilliseconds: Int64 = 5 * 60 * 1_000

    let messages: [Message]
    let setting: Setting
    private(set) var pieces: [Piece]

    init(
        _ page: MessagePage, in conversation: Conversation, viewer: UserID?, _ time: ViewerTime,
        _ surroundings: Surroundings
    ) {
        messages = page.messages
        setting = Setting(conversation, viewer: viewer, time, surroundings)
        // By a pointer: a message taken out of its array would be copied.
        pieces = page.messages.withUnsafeBufferPointer {
            Self.pieces(of: $0, time, firstUnread: surroundings.firstUnread)
        }
    }

    private static func pieces(
        of messages: UnsafeBufferPointer<Message>, _ time: ViewerTime, firstUnread: MessageID?
    ) -> [Piece] {
        var pieces: [Piece] = []
        pieces.reserveCapacity(messages.count + 2)
        var days = MomentDays(time)
        var day: CivilDate?
        /// Who said the message before, and when, where it may go on.
        var open: (sender: UserID, sent: Timestamp)?
        for place in messages.indices {
            let moment = messages[place].createdAt
            days.turn(to: moment)
            if days.day != day {
                pieces.append(.day(days.day))
                day = days.day
                open = nil
            }
            if messages[place].id == firstUnread {
                pieces.append(.newMessages)
                open = nil
            }
            guard case .text(let sender, _) = messages[place].content else {
                pieces.append(.event(place))
                open = nil
                continue
            }
            if let open, open.sender == sender, moment.milliseconds(since: open.sent) < groupSpanMilliseconds,
                case .group(let places)? = pieces.last
            {
                pieces[pieces.count - 1] = .group(places.lowerBound..<(place + 1))
            } else {
                pieces.append(.group(place..<(place + 1)))
            }
            open = (sender, moment)
        }
        return pieces
    }

    /// Leaves the last message alone, with its day where that begins with it.
    /// - Returns: whether the message goes on with the group of the one before it.
    mutating func keepLast() -> Bool {
        guard let last = pieces.last else { return false }
        if case .group(let places) = last, places.count > 1 {
            pieces = [.group((places.upperBound - 1)..<places.upperBound)]
            return true
        }
        let before = pieces.dropLast().last
        pieces = if case .day? = before { pieces.suffix(2) } else { [last] }
        return false
    }

    /// The message with this identifier, on the page or among the originals.
    func original(_ id: MessageID) -> Message? {
        messages.first { $0.id == id } ?? setting.surroundings.originals[id]
    }

    /// Where a message is on its page.
    static func anchor(of message: MessageID) -> String {
        TextBuilder.text { text in
            text.add("m-")
            text.add(message)
        }
    }
}

extension RichText.Mentions {
    /// Those who take part can be mentioned.
    fileprivate init(in conversation: Conversation, viewer: UserID?) {
        self.init(
            aliases: Set(conversation.activeParticipants.map { $0.user.alias.lowercased() }),
            own: viewer.flatMap { conversation.activeParticipant($0) }?.user.alias.lowercased())
    }
}
