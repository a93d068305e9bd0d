import Chat
import HTML
import RichText

/// A page of a conversation, ready to be shown: messages by day, and within a day by author.
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

    struct Day {
        /// `nil` where the day has begun before.
        let name: String?
        var entries: [Entry]
    }

    enum Entry {
        case newMessages
        case event(text: String, time: Moment)
        case group(Group)
    }

    /// Messages of one author in a row.
    struct Group {
        let author: Person
        /// Their profile.
        let profile: Path
        let isMine: Bool
        var bubbles: [Bubble]
    }

    struct Bubble {
        let id: MessageID
        let text: String
        /// Whether it is a few emoji and nothing else; they are shown large.
        let isEmojiOnly: Bool
        let time: Moment
        let reply: Reply?
        let reactions: [ReactionCount]
        let isBookmarked: Bool
    }

    /// What all messages of a page have in common. A class, so that it is handed on as one reference.
    final class Setting: Sendable {
        let say: Speaker
        let conversation: ConversationID
        let mentions: RichText.Mentions
        /// Where a change leads back to.
        let back: Path?

        init(_ say: Speaker, _ conversation: Conversation, viewer: UserID?, back: Path?) {
            self.say = say
            self.conversation = conversation.id
            mentions = RichText.Mentions(in: conversation, viewer: viewer)
            self.back = back
        }
    }

    struct Reply {
        /// `nil` where the original can't be had.
        let author: String?
        let excerpt: String?
        let original: SafeURL
    }

    struct ReactionCount {
        let emoji: String
        let count: Int
        let isMine: Bool
        let names: String
    }

    struct Moment {
        let clock: String
        /// With the day; one text for all messages of a minute.
        let full: String
        let timestamp: Timestamp
    }

    /// Messages further apart than this start a new group.
    private static let groupSpan = Duration.seconds(5 * 60)

    let days: [Day]
    let setting: Setting

    init(
        _ page: MessagePage, in conversation: Conversation, viewer: UserID?, _ time: ViewerTime,
        _ surroundings: Surroundings
    ) {
        let names = Names(conversation, time.say)
        setting = Setting(time.say, conversation, viewer: viewer, back: surroundings.back)
        var days: [Day] = []
        var calendar = Calendar(time)
        var last: (sender: UserID?, moment: Timestamp)?
        for message in page.messages {
            let (moment, newDay) = calendar.moment(message.createdAt)
            if let newDay {
                days.append(Day(name: time.dayName(newDay), entries: []))
                last = nil
            }
            if message.id == surroundings.firstUnread {
                days[days.count - 1].entries.append(.newMessages)
                last = nil
            }
            guard case .text(let sender, let text) = message.content else {
                days[days.count - 1].entries.append(.event(text: names.sentence(for: message.content), time: moment))
                last = nil
                continue
            }
            let bubble = Bubble(
                id: message.id, text: text, isEmojiOnly: RichText.isEmojiOnly(text), time: moment,
                reply: message.replyTo.map { Reply(to: $0, in: page, surroundings.originals, conversation.id, names) },
                reactions: ReactionCount.counts(message.reactions, viewer: viewer, names),
                isBookmarked: surroundings.bookmarked.contains(message.id))
            let continues =
                last.map { $0.sender == sender && message.createdAt < $0.moment.adding(Self.groupSpan) } ?? false
            if continues, case .group(var group)? = days[days.count - 1].entries.popLast() {
                group.bubbles.append(bubble)
                days[days.count - 1].entries.append(.group(group))
            } else {
                days[days.count - 1].entries.append(
                    .group(
                        Group(
                            author: names[sender], profile: .person(sender), isMine: sender == viewer, bubbles: [bubble]
                        )))
            }
            last = (sender, message.createdAt)
        }
        self.days = days
    }

    /// Puts moments into words, those of one minute once.
    private struct Calendar {
        private let time: ViewerTime
        private var day: CivilDate?
        private var date = ""
        private var minute: Int64?
        private var texts = (clock: "", full: "")

        init(_ time: ViewerTime) { self.time = time }

        /// The moment, and its day where that is another than the last one's.
        mutating func moment(_ timestamp: Timestamp) -> (Moment, newDay: CivilDate?) {
            var newDay: CivilDate?
            // Zones are whole minutes apart, as long as there have been such messages.
            let minute = timestamp.milliseconds >= 0 ? timestamp.milliseconds / 60_000 : nil
            if minute == nil || minute != self.minute {
                let (day, clock) = time.local(timestamp)
                if day != self.day {
                    newDay = day
                    self.day = day
                    date = time.say(TimeWording.dayAndYear(day))
                }
                texts = (clock, ThreadModel.joined(date, clock))
                self.minute = minute
            }
            return (Moment(clock: texts.clock, full: texts.full, timestamp: timestamp), newDay)
        }
    }

    /// As `TimeWording.dayAndTime` says it; the day is put into words once for all its messages.
    private static func joined(_ date: String, _ clock: String) -> String {
        TextBuilder.text { text in
            text.add(date)
            text.add(" ")
            text.add(clock)
        }
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

extension ThreadModel.Reply {
    private static let excerptCharacters = 80

    init(
        to id: MessageID, in page: MessagePage, _ originals: [MessageID: Message], _ conversation: ConversationID,
        _ names: Names
    ) {
        let message = page.messages.first { $0.id == id } ?? originals[id]
        original = Path.message(conversation, id, at: message?.createdAt).url(at: ThreadModel.anchor(of: id))
        if case .text(let sender, let text)? = message?.content {
            author = names[sender].name
            excerpt = RichText.excerpt(of: text, limit: Self.excerptCharacters)
        } else {
            author = nil
            excerpt = nil
        }
    }
}

extension ThreadModel.ReactionCount {
    /// One for each emoji, in the order in which they first came.
    static func counts(_ reactions: [Reaction], viewer: UserID?, _ names: Names) -> [Self] {
        if reactions.isEmpty { return [] }
        var places: [String: Int] = [:]
        var users: [(emoji: String, users: [UserID])] = []
        for reaction in reactions where !reaction.emoji.isEmpty {
            if let last = users.indices.last, users[last].emoji == reaction.emoji {
                users[last].users.append(reaction.user)
            } else if let place = places[reaction.emoji] {
                users[place].users.append(reaction.user)
            } else {
                places[reaction.emoji] = users.count
                users.append((reaction.emoji, [reaction.user]))
            }
        }
        return users.map { emoji, users in
            Self(
                emoji: emoji, count: users.count, isMine: viewer.map { users.contains($0) } ?? false,
                names: users.map { names[$0].name }.joined(separator: ", "))
        }
    }
}
