import Chat

@testable import Live

/// A browser that shows a person's list and one room. It loads its page once, and then changes it as `live.js` does.
///
/// `@unchecked Sendable`: all runs on one thread, see `JobQueue`.
final class Browser: @unchecked Sendable {
    struct Page {
        /// Oldest first.
        var messages: [Message] = []
        /// Whether the person may see the room.
        var isMember: Bool
        var rooms: Set<ConversationID>
        /// What was told as new since the page was loaded.
        var posted: Set<MessageID> = []
    }

    let number: Int
    let user: UserID
    let room: ConversationID
    /// Changed only while no stream is open.
    var gateway: Gateway
    private(set) var page: Page?
    private(set) var isLoading = false
    /// Whether what is shown must be loaded (again).
    private(set) var isStale = true
    private(set) var isOpening = false
    private(set) var stream: UInt64?
    private var subscriber: Subscriber?
    private var closed: [Subscriber] = []
    /// The newest event that this browser knows.
    private var last: EventID?
    /// Events up to here are in the page.
    private var pagePosition: EventID?
    /// The newest event on this stream.
    private var lastOnStream: EventID?
    /// What comes while a page is being loaded.
    private var held: [LiveEvent] = []
    /// Rooms of which this browser was told that the person has left them.
    private var left: Set<ConversationID> = []
    private let backend: Backend
    private let fault: (String) -> Void
    private let trace: (String) -> Void

    init(
        number: Int, user: UserID, room: ConversationID, gateway: Gateway, backend: Backend,
        fault: @escaping (String) -> Void,
        trace: @escaping (String) -> Void
    ) {
        self.number = number
        self.user = user
        self.room = room
        self.gateway = gateway
        self.backend = backend
        self.fault = fault
        self.trace = trace
    }

    var name: String { "browser \(number) of \(user.short)" }
    var isConnected: Bool { stream != nil }

    func load() async {
        guard !isLoading else { return }
        (isLoading, isStale) = (true, false)
        let (live, gateway, step) = (gateway.live, gateway, backend.lastStep)
        let position = live.position.event
        do {
            let repositories = live.repositories
            let list = try await repositories.conversations.conversations(of: user)
            let conversation = try await repositories.conversations.conversation(room, as: user)
            let isMember = conversation.activeParticipant(user) != nil
            var messages: [Message] = []
            if isMember {
                messages = try await repositories.messages.messages(in: room, as: user, before: nil, limit: 50)
                _ = try await repositories.readMarks.unreadCount(in: room, for: user)
            }
            let rooms = list.filter { $0.activeParticipant(user) != nil }.map(\.id)
            for message in messages {
                let isAllowed = backend.mayShow(message.id, in: room, to: user, through: gateway.number, at: step)
                if !isAllowed { fault("a page shows what was posted after \(user.short) had left") }
            }
            if live === self.gateway.live {
                trace("\(name) has a page of \(rooms.count) rooms at \(position.number & 0xFFFF)")
                let wasMember = page?.isMember
                page = Page(messages: messages.reversed(), isMember: isMember, rooms: Set(rooms))
                // Another page, with another stream: the one before did not watch the room.
                if isMember, wasMember == false { disconnect() }
                pagePosition = position
                left = []
                last = last ?? position
            } else {
                isStale = true
            }
        } catch {
            isStale = true
        }
        isLoading = false
        let waiting = held
        held = []
        for event in waiting { take(event) }
    }

    func connect() async {
        guard stream == nil, !isOpening, page != nil else { return }
        isOpening = true
        defer { isOpening = false }
        let subscriber = Subscriber(
            user: user, session: user.description, locale: DisplayLocale(language: "en", zone: "UTC"),
            write: { _ in }, end: { [weak self] in self?.wasEnded = true })
        let live = gateway.live
        lastOnStream = nil
        guard let stream = try? await live.open(subscriber, watching: [room], after: last.map { StreamPosition($0) })
        else { return }
        guard live === gateway.live else { return live.close(stream) }
        self.subscriber = subscriber
        self.stream = stream
    }

    /// Whether the gateway ended the stream.
    private var wasEnded = false

    /// The wire is cut: what was on its way is never seen.
    func disconnect() {
        if let stream { gateway.live.close(stream) }
        if let subscriber {
            _ = gateway.post.collect(subscriber)
            // Kept, so that no other is taken for it.
            closed.append(subscriber)
        }
        (stream, subscriber, wasEnded) = (nil, nil, false)
    }

    func read() {
        guard let subscriber else { return }
        for event in gateway.post.collect(subscriber) { receive(event) }
        if wasEnded { disconnect() }
    }

    private func receive(_ event: LiveEvent) {
        trace("\(name) gets \(event.short)")
        if let id = event.id {
            if case .ready = event.kind {
            } else if let lastOnStream, id <= lastOnStream {
                fault("event \(id.number & 0xFFFF) came after \(lastOnStream.number & 0xFFFF)")
            }
            lastOnStream = id
            last = id
        }
        if isLoading { held.append(event) } else { take(event) }
    }

    private func take(_ event: LiveEvent) {
        if let id = event.id, let pagePosition, event.kind != .ready, pagePosition.isOfSameRun(as: id),
            id <= pagePosition
        {
            return
        }
        switch event.kind {
        case .refresh:
            // What was told before counts no more.
            isStale = true
            left = []
        case .gone:
            guard let id = event.conversation else { return }
            left.insert(id)
            page?.rooms.remove(id)
            if id == room { page?.isMember = false }
        case .joined:
            guard let id = event.conversation else { return }
            left.remove(id)
            page?.rooms.insert(id)
            if id == room { isStale = true }
        case .feed(let change):
            guard let id = event.conversation else { return }
            if left.contains(id) { fault("\(user.short) is told of a room that they have left") }
            if case .posted(let message, _) = change,
                !backend.mayShow(message.id, in: id, to: user, through: gateway.number)
            {
                fault("\(user.short) is told what was posted after they had left")
            }
            if id == room, page?.isMember ?? false { take(change) }
        case .read, .typing, .present, .ready: break
        }
    }

    private func take(_ change: FeedChange) {
        guard var page else { return }
        switch change {
        case .posted(let message, let previous):
            if !page.posted.insert(message.id).inserted, !isStale { fault("a message was told twice") }
            guard !page.messages.contains(where: { $0.id == message.id }) else { break }
            if let last = page.messages.last, last.id != previous?.id {
                // It belongs elsewhere; a reloaded page has it at its place.
                isStale = true
            } else {
                page.messages.append(message)
            }
        case .changed(let message, _):
            if let index = page.messages.firstIndex(where: { $0.id == message.id }) { page.messages[index] = message }
        case .deleted(let id): page.messages.removeAll { $0.id == id }
        case .replaced: isStale = true
        case .conversation: break
        }
        self.page = page
    }
}

extension Identifier {
    /// Its last digits.
    var short: Substring { description.suffix(3) }
}

extension LiveEvent {
    /// What a trace shows of it.
    var short: String {
        let what =
            switch kind {
            case .feed(.posted(let message, let previous)):
                "posted \(message.id.short) after \(previous?.id.short ?? "-")"
            case .feed(.changed(let message, _)): "changed \(message.id.short)"
            case .feed(.deleted(let message)): "deleted \(message.short)"
            case .feed(.conversation): "conversation"
            case .feed(.replaced): "replaced"
            case .read(let count, _, _): "read \(count)"
            case .present, .typing, .ready, .joined, .gone, .refresh: "\(kind)"
            }
        return "\(id.map { "\($0.number & 0xFFFF)" } ?? "-") \(conversation?.short ?? "-") \(what)"
    }
}
