import Bytes
import Chat
import HTML
public import Live
import Synchronization
import TimeZones

/// Writes server-sent events (WHATWG HTML §9.2.6), once for all subscribers that get the same bytes.
public struct EventWriter: Publisher {
    /// The maximum number of renditions of one event; further subscribers are told to reload the page. Time zones differ
    /// by their offsets at the times of two messages: about 70 pairs, in each of two languages.
    struct Limits {
        /// For subscribers to whom the event is not personal.
        var shared = 192
        /// For one person to whom it is (`personalViewers`).
        var personal = 8
    }

    private let limits: Limits
    /// `nil` where links have no previews.
    private let previews: LinkPreviews?
    private let emoji: PlaceEmoji?

    public init(previews: LinkPreviews? = nil, emoji: PlaceEmoji? = nil) {
        self.init(limits: Limits(), previews: previews, emoji: emoji)
    }

    init(limits: Limits, previews: LinkPreviews? = nil, emoji: PlaceEmoji? = nil) {
        self.limits = limits
        self.previews = previews
        self.emoji = emoji
    }

    /// The number of subscribers that one task writes to. Writing to a socket takes microseconds, so the work for many
    /// subscribers is divided between the cores.
    private static let subscribersOfTask = 256

    public func publish(_ publication: Publication) async {
        let renditions = Renditions(publication, limits, previews, emoji?.all ?? [:])
        guard publication.subscribers.count > Self.subscribersOfTask else {
            return renditions.send(to: publication.subscribers[...])
        }
        await withTaskGroup(of: Void.self) { group in
            var rest = publication.subscribers[...]
            while !rest.isEmpty {
                let part = rest.prefix(Self.subscribersOfTask)
                rest = rest.dropFirst(part.count)
                // The caller's preferred executor is a single thread.
                group.addTask(executorPreference: globalConcurrentExecutor) { renditions.send(to: part) }
            }
        }
    }

    /// The event that tells in which direct conversations the other person is online. It has no id, because each such
    /// event replaces the one before.
    static func online(_ conversations: [ConversationID]) -> [UInt8] {
        let payload = EventPayload(name: "online") { json in
            json.begin("conversations")
            json.array(conversations) { $1.write($0.description) }
        }
        return bytes(id: nil, payload)
    }

    static func bytes(id: StreamPosition?, _ payload: EventPayload) -> [UInt8] {
        // JSON holds no line feed, so it is one line.
        var bytes = (id.map { line(of: Array($0.text.utf8)) } ?? []) + "event: \(payload.name)\ndata: ".utf8
        bytes += payload.json
        return bytes + "\n\n".utf8
    }

    fileprivate static func line(of position: [UInt8]) -> [UInt8] { "id: ".utf8 + position + "\n".utf8 }
}

/// The bytes of one event for each language, time zone and viewer, written when the first subscriber needs them.
private final class Renditions: Sendable {
    private struct Key: Hashable {
        let language: String
        /// The time zone's offsets from UTC, in seconds, at each moment that the event shows. Zones with the same offsets
        /// share a rendition.
        let offsets: [Int64]
        /// A person to whom the event is personal; `nil` for everyone else.
        let viewer: UserID?
    }

    private struct State {
        var written: [Key: [UInt8]] = [:]
        /// The number of renditions for each viewer.
        var counts: [UserID?: Int] = [:]
        /// The text of the message for each viewer: rendering Markdown takes the most time, and needs no language or zone.
        var texts: [UserID?: RawHTML] = [:]
        /// The `refresh` event that is sent instead when the limit is reached.
        var refresh: [UInt8]?
    }

    private let publication: Publication
    private let limits: EventWriter.Limits
    private let personalViewers: Set<UserID>
    private let moments: [Int64]
    private let previews: LinkPreviews?
    private let emoji: [String: SafeURL]
    private let state = Mutex(State())

    init(
        _ publication: Publication, _ limits: EventWriter.Limits, _ previews: LinkPreviews?, _ emoji: [String: SafeURL]
    ) {
        self.publication = publication
        self.emoji = emoji
        self.previews = previews
        self.limits = limits
        personalViewers = publication.personalViewers
        moments = publication.shownMoments
    }

    func send(to subscribers: ArraySlice<Subscriber>) {
        // Most subscribers get the same bytes as the one before them.
        var last: (locale: DisplayLocale, bytes: [UInt8])?
        for subscriber in subscribers {
            if personalViewers.contains(subscriber.user) {
                send(bytes(subscriber.locale, viewer: subscriber.user), to: subscriber)
            } else if let last, last.locale == subscriber.locale {
                send(last.bytes, to: subscriber)
            } else {
                let bytes = bytes(subscriber.locale, viewer: nil)
                last = (subscriber.locale, bytes)
                send(bytes, to: subscriber)
            }
        }
    }

    /// Writes a rendition, after the subscriber's own position if they have different ones.
    private func send(_ bytes: [UInt8], to subscriber: Subscriber) {
        guard let position = publication.positionText(of: subscriber) else { return subscriber.send(bytes) }
        subscriber.send(EventWriter.line(of: position) + bytes)
    }

    private func bytes(_ locale: DisplayLocale, viewer: UserID?) -> [UInt8] {
        let zone = ZoneOfTime.named(locale.zone) ?? .local
        let key = Key(
            language: locale.language, offsets: moments.map { zone.secondsFromUTC(at: $0) }, viewer: viewer)
        // Other threads wait for the lock meanwhile, so each rendition is written once.
        return state.withLock { state in
            if let bytes = state.written[key] { return bytes }
            let limit = viewer == nil ? limits.shared : limits.personal
            guard state.counts[viewer, default: 0] < limit else { return refresh(&state) }
            let payload = EventPayload(
                publication, locale, viewer: viewer, preview: { previews?.shown(of: $0) }, emoji: emoji
            ) { message, conversation in
                if let text = state.texts[viewer] { return text }
                let text = MessageFragment.text(of: message, in: conversation, viewer: viewer, emoji: emoji)
                state.texts[viewer] = text
                return text
            }
            let bytes = EventWriter.bytes(id: publication.sharedPosition, payload)
            state.written[key] = bytes
            state.counts[viewer, default: 0] += 1
            return bytes
        }
    }

    /// Makes the browser load its page again, which is rendered for any language and time zone.
    private func refresh(_ state: inout State) -> [UInt8] {
        if let bytes = state.refresh { return bytes }
        let payload = EventPayload(name: "refresh") {
            $0.member("conversation", publication.event.conversation?.description)
        }
        let bytes = EventWriter.bytes(id: publication.sharedPosition, payload)
        state.refresh = bytes
        return bytes
    }
}

extension Publication {
    /// The people to whom a message looks different: its author, those mentioned in it, and those who reacted to it.
    fileprivate var personalViewers: Set<UserID> {
        guard case .feed(let change) = event.kind else { return [] }
        switch change {
        case .posted(let message, _), .changed(let message, _):
            var viewers = Set(message.reactions.map(\.user))
            guard case .text(let sender, let text) = message.content else { return viewers }
            viewers.insert(sender)
            if text.utf8.contains(UInt8(ascii: "@")) {
                let lowered = text.lowercased()
                for participant in conversation?.activeParticipants ?? []
                where lowered.utf8.contains("@\(participant.user.alias.lowercased())".utf8) {
                    viewers.insert(participant.user.id)
                }
            }
            return viewers
        case .deleted, .conversation, .replaced: return []
        }
    }

    /// The moments that the rendition depends on, in seconds since 1970: that of the message, and that of the message
    /// before it, which decides whether a new day begins.
    fileprivate var shownMoments: [Int64] {
        guard case .feed(let change) = event.kind else { return [] }
        switch change {
        case .posted(let message, let previous), .changed(let message, let previous):
            return [message.createdAt, previous?.createdAt].compactMap { moment in
                moment.map { $0.milliseconds / 1_000 }
            }
        case .deleted, .conversation, .replaced: return []
        }
    }
}
