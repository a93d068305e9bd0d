import Bytes
import Chat
public import Live
import Synchronization
import TimeZones

/// Writes events as server-sent events (WHATWG HTML §9.2.6), once for all who are to read the same.
public struct EventWriter: Publisher {
    /// How many renditions of one event are written at most: whoever would need one more is told to read the page again.
    /// Zones differ by their offsets at the moments of two messages, of which there are about 70 pairs, in two languages.
    struct Limits {
        /// For all who see nothing of their own in it.
        var shared = 192
        /// For one person who does.
        var personal = 8
    }

    private let limits: Limits

    public init() { self.init(limits: Limits()) }

    init(limits: Limits) { self.limits = limits }

    /// How many subscribers one task tells. Writing to a socket takes microseconds, so many are told by several cores.
    private static let subscribersOfTask = 256

    public func publish(_ publication: Publication) async {
        let renditions = Renditions(publication, limits)
        guard publication.subscribers.count > Self.subscribersOfTask else {
            return renditions.send(to: publication.subscribers[...])
        }
        await withTaskGroup(of: Void.self) { group in
            var rest = publication.subscribers[...]
            while !rest.isEmpty {
                let part = rest.prefix(Self.subscribersOfTask)
                rest = rest.dropFirst(part.count)
                // Not where the caller prefers to run, which is one thread.
                group.addTask(executorPreference: globalConcurrentExecutor) { renditions.send(to: part) }
            }
        }
    }

    static func bytes(id: EventID?, _ payload: EventPayload) -> [UInt8] {
        var text = ""
        if let id { text += "id: \(id.number)\n" }
        text += "event: \(payload.name)\n"
        // JSON holds no line feed, so it is one line.
        var bytes = Array((text + "data: ").utf8)
        bytes += payload.data.json
        return bytes + "\n\n".utf8
    }
}

/// An event as it is written for each who is to read the same; made when somebody is first to read it.
private final class Renditions: Sendable {
    private struct Key: Hashable {
        let language: String
        /// By how many seconds the subscriber's clocks are ahead of UTC, at each moment that the event shows. Zones whose
        /// clocks agree on these read the same.
        let offsets: [Int64]
        /// Who sees something of their own in it; `nil` for everyone else.
        let viewer: UserID?
    }

    private struct State {
        var written: [Key: [UInt8]] = [:]
        /// How many of them are for one viewer.
        var counts: [UserID?: Int] = [:]
        /// What is told instead where the limit is reached.
        var refresh: [UInt8]?
    }

    private let publication: Publication
    private let limits: EventWriter.Limits
    private let personalViewers: Set<UserID>
    private let moments: [Int64]
    private let state = Mutex(State())

    init(_ publication: Publication, _ limits: EventWriter.Limits) {
        self.publication = publication
        self.limits = limits
        personalViewers = publication.personalViewers
        moments = publication.shownMoments
    }

    func send(to subscribers: ArraySlice<Subscriber>) {
        // Most read the same as the one before them.
        var last: (locale: DisplayLocale, bytes: [UInt8])?
        for subscriber in subscribers {
            if personalViewers.contains(subscriber.user) {
                subscriber.send(bytes(subscriber.locale, viewer: subscriber.user))
            } else if let last, last.locale == subscriber.locale {
                subscriber.send(last.bytes)
            } else {
                let bytes = bytes(subscriber.locale, viewer: nil)
                last = (subscriber.locale, bytes)
                subscriber.send(bytes)
            }
        }
    }

    private func bytes(_ locale: DisplayLocale, viewer: UserID?) -> [UInt8] {
        let zone = ZoneOfTime.named(locale.zone) ?? .local
        let key = Key(
            language: locale.language, offsets: moments.map { zone.secondsFromUTC(at: $0) }, viewer: viewer)
        // Whoever needs the same waits meanwhile: it is written once.
        return state.withLock { state in
            if let bytes = state.written[key] { return bytes }
            let limit = viewer == nil ? limits.shared : limits.personal
            guard state.counts[viewer, default: 0] < limit else { return refresh(&state) }
            let payload = EventPayload(publication, locale, viewer: viewer)
            let bytes = EventWriter.bytes(id: publication.event.id, payload)
            state.written[key] = bytes
            state.counts[viewer, default: 0] += 1
            return bytes
        }
    }

    /// Makes the browser read its page again, which shows the event in every language and zone.
    private func refresh(_ state: inout State) -> [UInt8] {
        if let bytes = state.refresh { return bytes }
        let data = EventPayload.Data(conversation: publication.event.conversation?.description)
        let bytes = EventWriter.bytes(id: publication.event.id, EventPayload(name: "refresh", data: data))
        state.refresh = bytes
        return bytes
    }
}

extension Publication {
    /// Those who see it otherwise than the rest: who wrote it, who is mentioned, whose reactions are on it.
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

    /// The moments that the event's text tells, in seconds since 1970: those of the message, and of the one before it,
    /// which decides whether a new day begins.
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
