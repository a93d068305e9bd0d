import Chat
import FoundationEssentials
public import Live
import Synchronization
import TimeZones

/// Writes events as server-sent events (WHATWG HTML §9.2.6), once for all who are to read the same.
public struct EventWriter: Announcer {
    public init() {}

    /// How many listeners one task tells. Writing to a socket takes microseconds, so many are told by several cores.
    private static let listenersOfTask = 256

    public func announce(_ announcement: Announcement) async {
        let renditions = Renditions(announcement)
        guard announcement.listeners.count > Self.listenersOfTask else {
            return renditions.send(to: announcement.listeners[...])
        }
        await withTaskGroup(of: Void.self) { group in
            var rest = announcement.listeners[...]
            while !rest.isEmpty {
                let part = rest.prefix(Self.listenersOfTask)
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
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        if let json = try? encoder.encode(payload.data) { bytes += json }
        return bytes + "\n\n".utf8
    }
}

/// An event as it is written for each who is to read the same; made when somebody is first to read it.
private final class Renditions: Sendable {
    private struct Key: Hashable {
        let dialect: Dialect
        /// Who sees something of their own in it; `nil` for everyone else.
        let viewer: UserID?
    }

    private let announcement: Announcement
    private let personalViewers: Set<UserID>
    private let written = Mutex<[Key: [UInt8]]>([:])

    init(_ announcement: Announcement) {
        self.announcement = announcement
        personalViewers = announcement.personalViewers
    }

    func send(to listeners: ArraySlice<Listener>) {
        // Most read the same as the one before them.
        var last: (dialect: Dialect, bytes: [UInt8])?
        for listener in listeners {
            if personalViewers.contains(listener.user) {
                listener.send(bytes(Key(dialect: listener.dialect, viewer: listener.user)))
            } else if let last, last.dialect == listener.dialect {
                listener.send(last.bytes)
            } else {
                let bytes = bytes(Key(dialect: listener.dialect, viewer: nil))
                last = (listener.dialect, bytes)
                listener.send(bytes)
            }
        }
    }

    private func bytes(_ key: Key) -> [UInt8] {
        // Whoever needs the same waits meanwhile: it is written once.
        written.withLock { written in
            if let bytes = written[key] { return bytes }
            let payload = EventPayload(announcement, key.dialect, viewer: key.viewer)
            let bytes = EventWriter.bytes(id: announcement.event.id, payload)
            written[key] = bytes
            return bytes
        }
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
                where lowered.utf8.contains("@\(participant.user.alias.lowercased())".utf8) {
                    viewers.insert(participant.user.id)
                }
            }
            return viewers
        case .deleted, .conversation, .replaced: return []
        }
    }
}
