import Bytes
import HTML
import HTTP
import Chat
import Live
import TimeZones

/// An event for a browser: its name and its data, a JSON object.
struct EventPayload {
    let name: String
    let json: [UInt8]

    /// A posted message has about 2 kB.
    private static let usualBytes = 4 << 10

    init(name: String, _ members: (inout JSONWriter) -> Void) {
        self.name = name
        var json = JSONWriter(capacity: Self.usualBytes)
        json.object(members)
        self.json = json.bytes
    }

    /// - Parameters:
    ///   - preview: finds the preview of a message's first link.
    ///   - emoji: those of the place.
    ///   - text: renders the text of a message for `viewer`.
    init(
        _ publication: Publication, _ locale: DisplayLocale, viewer: UserID?,
        preview: (Message) -> LinkPreviews.Shown?, emoji: [String: SafeURL],
        text: (Message, Conversation) -> RawHTML
    ) {
        let event = publication.event
        self.init(name: event.kind.name) { json in
            json.member("conversation", event.conversation?.description)
            func names(_ users: [UserID]) -> Names? {
                publication.conversation.map { Names($0, of: Set(users), Speaker(locale)) }
            }
            switch event.kind {
            case .feed(.posted(let message, let previous)), .feed(.changed(let message, let previous)):
                if let conversation = publication.conversation {
                    json.write(
                        message, after: previous, original: publication.original, in: conversation, locale,
                        viewer: viewer, preview: preview(message), readers: publication.readers,
                        text: text(message, conversation), emoji: emoji)
                } else {
                    json.writeIDs(of: message, after: previous)
                }
            case .feed(.deleted(let id)): json.member("message", id.description)
            case .read(let count, let mentions, let isMore):
                json.member("count", count)
                json.member("mentions", mentions)
                json.member("isMore", isMore)
            case .typing(let user):
                json.member("user", user.description)
                json.member("name", names([user])?[user].name)
            case .present(let users, let count):
                json.member("count", count)
                json.begin("users")
                json.array(users) { $1.write($0.description) }
                json.begin("names")
                let names = names(users)
                json.array(users.map { names?[$0].name ?? "" }) { $1.write($0) }
            case .feed(.conversation), .feed(.replaced), .refresh, .joined, .gone, .ready: break
            }
        }
    }
}

extension LiveEvent.Kind {
    /// The event's name in the stream (`stream.js`).
    fileprivate var name: String {
        switch self {
        case .feed(.posted): "posted"
        case .feed(.changed): "changed"
        case .feed(.deleted): "deleted"
        case .feed(.conversation): "conversation"
        case .feed(.replaced), .refresh: "refresh"
        case .read: "read"
        case .joined: "joined"
        case .gone: "gone"
        case .typing: "typing"
        case .present: "present"
        case .ready: "ready"
        }
    }
}

extension JSONWriter {
    fileprivate mutating func writeIDs(of message: Message, after previous: Message?) {
        member("message", message.id.description)
        member("previous", previous?.id.description)
    }

    /// Writes the members that show a message in its conversation and in the conversation list.
    ///
    /// - Parameter previous: the message before it, if known.
    mutating func write(
        _ message: Message, after previous: Message?, original: Message?, in conversation: Conversation,
        _ locale: DisplayLocale, viewer: UserID?, preview: LinkPreviews.Shown?, readers: [Reader]?, text: RawHTML,
        emoji: [String: SafeURL]
    ) {
        let say = Speaker(locale)
        let time = ViewerTime(locale, now: message.createdAt, say)
        let fragment = MessageFragment(
            message, after: previous, original: original, in: conversation, viewer: viewer,
            preview: preview, readers: readers, text: text, emoji: emoji, time)
        writeIDs(of: message, after: previous)
        member("html", String(decoding: fragment.bytes, as: UTF8.self))
        member("continues", fragment.continues)
        member("isMine", message.sender != nil && message.sender == viewer)
        if let sender = message.sender {
            member("sender", Names(conversation, of: [sender], say)[sender].name)
            member("group", conversation.groupName(say))
            member("isMention", viewer.map { conversation.mentions($0, in: message.text ?? "") } ?? false)
        }
        member("excerpt", message.excerpt(in: conversation, viewer: viewer, say))
        member("clock", time.clock(message.createdAt))
        member("fullTime", time.full(message.createdAt))
        member("timestamp", message.createdAt.iso8601)
    }
}

extension Conversation {
    /// The name of a group in a notification, at most as long as an excerpt; `nil` for a direct conversation.
    fileprivate func groupName(_ say: Speaker) -> String? {
        guard kind == .group else { return nil }
        let name = name?.withoutDirectionControls ?? ""
        return (name.isEmpty ? names(say) : name).prefix(scalars: Message.excerptCharacters)
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
