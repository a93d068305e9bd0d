import Chat
import FoundationEssentials
public import Live
import TimeZones

/// Writes events as server-sent events (WHATWG HTML §9.2.6), once for all who are to read the same.
public struct EventWriter: Announcer {
    public init() {}

    /// What is written the same for all who share it.
    private struct Rendition: Hashable {
        let dialect: Dialect
        /// Who sees something of their own in it; `nil` for everyone else.
        let viewer: UserID?
    }

    /// How many listeners one task tells. Writing to a socket takes microseconds, so many are told by several cores.
    private static let listenersOfTask = 256

    public func announce(_ announcement: Announcement) async {
        let letters = Self.letters(announcement)
        guard letters.count > Self.listenersOfTask else { return Self.send(letters[...]) }
        await withTaskGroup(of: Void.self) { group in
            var rest = letters[...]
            while !rest.isEmpty {
                let part = rest.prefix(Self.listenersOfTask)
                rest = rest.dropFirst(part.count)
                // Not where the caller prefers to run, which is one thread.
                group.addTask(executorPreference: globalConcurrentExecutor) { Self.send(part) }
            }
        }
    }

    /// What is to be sent to whom.
    private typealias Letter = (listener: Listener, bytes: [UInt8])

    private static func send(_ letters: ArraySlice<Letter>) {
        for letter in letters { letter.listener.send(letter.bytes) }
    }

    private static func letters(_ announcement: Announcement) -> [Letter] {
        let personal = announcement.personalViewers
        var written: [Rendition: [UInt8]] = [:]
        // Most see the same as the one before them.
        var last: (dialect: Dialect, bytes: [UInt8])?
        return announcement.listeners.map { listener in
            let isPersonal = personal.contains(listener.user)
            if let last, last.dialect == listener.dialect, !isPersonal { return (listener, last.bytes) }
            let rendition = Rendition(dialect: listener.dialect, viewer: isPersonal ? listener.user : nil)
            let bytes = written[rendition] ?? Self.bytes(of: announcement, rendition)
            written[rendition] = bytes
            if !isPersonal { last = (rendition.dialect, bytes) }
            return (listener, bytes)
        }
    }

    private static func bytes(of announcement: Announcement, _ rendition: Rendition) -> [UInt8] {
        bytes(
            id: announcement.event.id, EventPayload(announcement, rendition.dialect, viewer: rendition.viewer))
    }

    static func bytes(id: EventID?, _ payload: EventPayload) -> [UInt8] {
        var text = ""
        if let id { text += "id: \(id.number)\n" }
        text += "event: \(payload.name)\n"
        // JSON holds no line feed, so it is one line.
        var bytes = Array((text + "data: ").utf8)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        if let json = try? encoder.encode(payload.data) { bytes += json }
        return bytes + "\n\n".utf8
    }
}

extension Announcement {
    /// Those who see it otherwise than the rest: who wrote it, who is mentioned, whose reactions are on it.
    fileprivate var personalViewers: Set<UserID> {
        guard case .feed(let change) = event.news else { return [] }
        switch change {
        case .posted(let message, _), .changed(let message, _):
            var viewers = Set(message.reactions.map(\.user))
            guard case .text(let sender, let text) = message.content else { return viewers }
            viewers.insert(sender)
            if text.utf8.contains(UInt8(ascii: "@")) {
                let lowered = text.lowercased()
                for participant in conversation?.activeParticipants ?? []
                where lowered.contains("@\(participant.user.alias.lowercased())") {
                    viewers.insert(participant.user.id)
                }
            }
            return viewers
        case .deleted, .conversation, .replaced: return []
        }
    }
}
