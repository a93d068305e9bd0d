import Bytes
import HTML
import Chat
import Live
import RichText
import TimeZones

/// An event as a browser gets it: a name and a JSON object.
struct EventPayload {
    struct Data {
        var conversation: String?
        var message: String?
        /// The message before it.
        var previous: String?
        /// The message as it stands in the page, with the line of its day where that is new.
        var html: String?
        /// Whether it goes on with the group of the message before it.
        var continues: Bool?
        var isMine: Bool?
        /// What a list shows of it.
        var excerpt: String?
        var clock: String?
        var fullTime: String?
        var timestamp: String?
        var count: Int?
        var isMore: Bool?
        var user: String?
        var name: String?
        var names: [String]?

        /// A posted message has about 2 kB.
        private static let usualBytes = 4 << 10

        var json: [UInt8] {
            var json = JSONWriter(capacity: Self.usualBytes)
            write(to: &json)
            return json.bytes
        }
    }

    let name: String
    let data: Data

    init(name: String, data: Data) {
        self.name = name
        self.data = data
    }

    init(_ publication: Publication, _ locale: DisplayLocale, viewer: UserID?) {
        let event = publication.event
        var data = Data(conversation: event.conversation?.description)
        let say = Speaker(locale)
        let names = publication.conversation.map { Names($0, say) }
        switch event.kind {
        case .feed(.posted(let message, let previous)):
            name = "posted"
            data.show(message, after: previous, publication, locale, viewer)
        case .feed(.changed(let message, let previous)):
            name = "changed"
            data.show(message, after: previous, publication, locale, viewer)
        case .feed(.deleted(let id)):
            name = "deleted"
            data.message = id.description
        case .feed(.conversation): name = "conversation"
        case .feed(.replaced), .refresh: name = "refresh"
        case .read(let count, let isMore):
            name = "read"
            data.count = count
            data.isMore = isMore
        case .joined: name = "joined"
        case .gone: name = "gone"
        case .typing(let user):
            name = "typing"
            data.user = user.description
            data.name = names?[user].name
        case .present(let users, let count):
            name = "present"
            data.names = users.compactMap { names?[$0].name }
            data.count = count
        case .ready: name = "ready"
        }
        self.data = data
    }
}

extension EventPayload.Data {
    /// What is not there is left out.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("conversation", conversation)
            json.member("message", message)
            json.member("previous", previous)
            json.member("html", html)
            json.member("continues", continues)
            json.member("isMine", isMine)
            json.member("excerpt", excerpt)
            json.member("clock", clock)
            json.member("fullTime", fullTime)
            json.member("timestamp", timestamp)
            json.member("count", count)
            json.member("isMore", isMore)
            json.member("user", user)
            json.member("name", name)
            if let names {
                json.begin("names")
                json.array(names) { $1.write($0) }
            }
        }
    }

    fileprivate mutating func show(
        _ message: Message, after previous: Message?, _ publication: Publication, _ locale: DisplayLocale,
        _ viewer: UserID?
    ) {
        guard let conversation = publication.conversation else {
            self.message = message.id.description
            self.previous = previous?.id.description
            return
        }
        show(message, after: previous, original: publication.original, in: conversation, locale, viewer: viewer)
    }

    /// Shows a message as it stands in its conversation and in the list.
    ///
    /// - Parameter previous: the message before it, where it is known.
    mutating func show(
        _ message: Message, after previous: Message?, original: Message?, in conversation: Conversation,
        _ locale: DisplayLocale, viewer: UserID?
    ) {
        self.message = message.id.description
        self.previous = previous?.id.description
        let say = Speaker(locale)
        let time = ViewerTime(locale, now: message.createdAt, say)
        let fragment = MessageFragment(
            message, after: previous, original: original, in: conversation, viewer: viewer, time)
        html = String(decoding: fragment.bytes, as: UTF8.self)
        continues = fragment.continues
        isMine = message.sender != nil && message.sender == viewer
        excerpt = ConversationListPage.Row.excerpt(of: message, in: conversation, viewer: viewer, say)
        clock = time.clock(message.createdAt)
        fullTime = time.full(message.createdAt)
        timestamp = message.createdAt.iso8601
    }
}

extension Speaker {
    init(_ locale: DisplayLocale) { self.init(language: Language(rawValue: locale.language) ?? .english) }
}

extension ViewerTime {
    init(_ locale: DisplayLocale, now: Timestamp, _ say: Speaker) {
        self.init(zone: ZoneOfTime.named(locale.zone) ?? .local, now: now, say: say)
    }
}
