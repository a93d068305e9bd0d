public import Chat

/// The newest messages of a conversation, and how they change: a state machine without clocks and sockets.
///
/// What it knows comes from reads of the newest messages, and from what was done here. A read takes time, and what was
/// done here meanwhile may or may not be in it; so each read begins with a ticket, and what was touched after the
/// ticket is judged by the next read.
public struct ConversationFeed: Sendable {
    /// How many messages are kept.
    public static let maximumMessages = 200

    /// Says when a read began.
    public struct Ticket: Sendable, Hashable {
        fileprivate let generation: UInt64
        fileprivate let serial: Int
    }

    /// What became of a read.
    public enum Outcome: Sendable, Equatable {
        case changes([FeedChange])
        /// The read does not reach back to what was known: a longer one is needed.
        case gap
        /// A read that began later has been taken already, or the feed that the read began with has been dropped.
        case late
    }

    /// Oldest first.
    public private(set) var messages: [Message] = []
    /// Whether nothing was said before the first of `messages`.
    public private(set) var reachesBeginning = false
    /// Whether a read was ever taken.
    public private(set) var isLoaded = false

    private let generation: UInt64
    private var serial = 0
    private var lastTaken = 0
    /// The newest message of the last read, up to which nothing is missing.
    private var contiguous: (moment: Timestamp, id: MessageID)?
    /// What was done here, and when: kept until a read that began later has been taken.
    private var touched: [MessageID: Int] = [:]

    /// - Parameter generation: unique for each feed of a conversation, so that a read that began with a feed that has
    ///   been dropped since is recognised and ignored.
    public init(generation: UInt64 = 0) { self.generation = generation }

    public mutating func beginRead() -> Ticket {
        serial += 1
        return Ticket(generation: generation, serial: serial)
    }

    /// Takes the newest messages, newest first, as a read brought them.
    ///
    /// - Parameters:
    ///   - limit: how many were asked for.
    ///   - isWidest: whether no longer read is possible; a gap is then bridged by starting anew.
    public mutating func take(_ read: [Message], limit: Int, ticket: Ticket, isWidest: Bool) -> Outcome {
        guard ticket.generation == generation, ticket.serial > lastTaken else { return .late }
        let isWhole = read.count < limit
        guard isLoaded else {
            begin(read, isWhole: isWhole, ticket)
            return .changes([])
        }
        guard isWhole || reachesBack(read) else {
            guard isWidest else { return .gap }
            begin(read, isWhole: false, ticket)
            return .changes([.replaced])
        }
        let changes = merge(read, isWhole: isWhole, ticket)
        finish(read, ticket)
        return .changes(changes)
    }

    /// A message was sent here. Nothing changes where a read has brought it already.
    public mutating func post(_ message: Message) -> [FeedChange] {
        touch(message.id)
        // Nothing is known that it could stand in; the first read will hold it, and tell nothing.
        guard isLoaded else { return [.posted(message, previous: nil)] }
        guard !messages.contains(where: { $0.id == message.id }) else { return [] }
        insert(message)
        trim()
        return change(of: message.id).map { [$0] } ?? []
    }

    /// A message was deleted here.
    public mutating func delete(_ id: MessageID) -> [FeedChange] {
        touch(id)
        guard let index = messages.firstIndex(where: { $0.id == id }) else { return [] }
        messages.remove(at: index)
        return [.deleted(id)]
    }

    /// A reaction was added here.
    public mutating func add(_ reaction: Reaction) -> [FeedChange] {
        change(reaction.message) { reactions in
            let isKnown = reactions.contains { $0.user == reaction.user && $0.hasEmoji(reaction.emoji) }
            if !isKnown { reactions.append(reaction) }
        }
    }

    /// A reaction was taken back here.
    public mutating func remove(_ emoji: String, from message: MessageID, by user: UserID) -> [FeedChange] {
        change(message) { reactions in reactions.removeAll { $0.user == user && $0.hasEmoji(emoji) } }
    }

    public func message(_ id: MessageID) -> Message? { messages.last { $0.id == id } }

    private mutating func change(_ id: MessageID, _ body: (inout [Reaction]) -> Void) -> [FeedChange] {
        touch(id)
        guard let index = messages.lastIndex(where: { $0.id == id }) else { return [] }
        var reactions = messages[index].reactions
        body(&reactions)
        guard reactions != messages[index].reactions else { return [] }
        messages[index] = messages[index].with(reactions)
        return [.changed(messages[index], previous: index > 0 ? messages[index - 1] : nil)]
    }

    private mutating func touch(_ id: MessageID) {
        serial += 1
        touched[id] = serial
    }
}

extension ConversationFeed {
    private mutating func begin(_ read: [Message], isWhole: Bool, _ ticket: Ticket) {
        let posted = messages.filter { (touched[$0.id] ?? 0) > ticket.serial }
        messages = read.reversed().filter { (touched[$0.id] ?? 0) <= ticket.serial }
        for message in posted { insert(message) }
        reachesBeginning = isWhole
        isLoaded = true
        finish(read, ticket)
    }

    private mutating func finish(_ read: [Message], _ ticket: Ticket) {
        lastTaken = ticket.serial
        contiguous = read.first.map { ($0.createdAt, $0.id) }
        touched = touched.filter { $0.value > ticket.serial }
        trim()
    }

    /// Whether nothing can lie between what is known and what was read.
    private func reachesBack(_ read: [Message]) -> Bool {
        guard let contiguous, let oldest = read.last else { return false }
        return oldest.createdAt < contiguous.moment || read.contains { $0.id == contiguous.id }
    }

    private mutating func merge(_ read: [Message], isWhole: Bool, _ ticket: Ticket) -> [FeedChange] {
        let known = Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
        let inRead = Set(read.map(\.id))
        let edge = read.last?.createdAt
        // Of the millisecond in which the read ends it may hold a part only.
        func isCovered(_ message: Message) -> Bool { isWhole || edge.map { message.createdAt > $0 } ?? false }
        func isTouched(_ id: MessageID) -> Bool { (touched[id] ?? 0) > ticket.serial }

        let missing = messages.filter { isCovered($0) && !inRead.contains($0.id) }
        let deleted = missing.filter { !isTouched($0.id) }
        let incoming = read.reversed().compactMap { message -> Message? in
            guard isTouched(message.id) else { return message }
            return known[message.id]
        }
        let start = messages.first?.createdAt
        messages = messages.filter { !isCovered($0) && !inRead.contains($0.id) } + incoming
        for message in missing where isTouched(message.id) { insert(message) }
        let began = reachesBeginning
        reachesBeginning = reachesBeginning || isWhole

        var changes: [FeedChange] = deleted.map { .deleted($0.id) }
        for message in incoming {
            guard let before = known[message.id] else {
                // What lies before the first that was known is the past, and no news.
                if began || start.map({ message.createdAt >= $0 }) ?? true, let change = change(of: message.id) {
                    changes.append(change)
                }
                continue
            }
            if before != message, case .posted(let message, let previous)? = change(of: message.id) {
                changes.append(.changed(message, previous: previous))
            }
        }
        return changes
    }

    private func change(of id: MessageID) -> FeedChange? {
        guard let index = messages.lastIndex(where: { $0.id == id }) else { return nil }
        return .posted(messages[index], previous: index > 0 ? messages[index - 1] : nil)
    }

    /// Puts a message behind those of its moment.
    private mutating func insert(_ message: Message) {
        let index = messages.lastIndex { $0.createdAt <= message.createdAt }.map { $0 + 1 } ?? 0
        messages.insert(message, at: index)
    }

    private mutating func trim() {
        guard messages.count > Self.maximumMessages else { return }
        messages.removeFirst(messages.count - Self.maximumMessages)
        reachesBeginning = false
    }
}

extension Message {
    fileprivate func with(_ reactions: [Reaction]) -> Message {
        Message(
            id: id, conversation: conversation, content: content, replyTo: replyTo, createdAt: createdAt,
            reactions: reactions)
    }
}
