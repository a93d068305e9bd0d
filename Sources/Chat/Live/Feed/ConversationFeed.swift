public import Chat

/// The newest messages of a conversation, and how they change: a state machine without clocks and sockets.
///
/// Its messages come from reads of the newest ones, and from what was done here. A read takes time, and what was done
/// here meanwhile may or may not be in it; so each read has a start, and what was touched after that is judged by the
/// next read.
public struct ConversationFeed: Sendable {
    /// How many messages are kept.
    public static let maximumMessages = 200
    /// Of how many messages that were touched here the order is kept, in which they were; and how many deleted ones are known.
    static let maximumTouched = 1_000

    /// Says when a read began.
    public struct ReadStart: Sendable, Hashable {
        fileprivate let generation: UInt64
        fileprivate let serial: Int
    }

    /// What became of a read.
    public enum Outcome: Sendable, Equatable {
        case changes([FeedChange])
        /// The read does not reach back to the cached messages: a longer one is needed.
        case gap
        /// The read is too old: one that began later has been taken already, the feed that it began with has been
        /// dropped, or it can't be told what of it has changed since.
        case late
    }

    /// Oldest first. Before the first read, what was posted here: that read may have begun before.
    public private(set) var messages: [Message] = []
    /// Whether nothing was said before the first of `messages`.
    public private(set) var reachesBeginning = false
    /// Whether a read was ever taken.
    public private(set) var isLoaded = false

    private let generation: UInt64
    private var serial = 0
    private var lastTaken = 0
    /// When the last read began that brought what is here.
    private var lastRead = 0
    /// The newest message of the last read, up to which nothing is missing.
    private var contiguous: (moment: Timestamp, id: MessageID)?
    /// What was touched here, and when: kept until a read that began later has been taken.
    private(set) var touched: [MessageID: Int] = [:]
    /// The numbers that processes have given together to what was touched, by when it was touched.
    private var numbers: [Int: Int64] = [:]
    /// Of messages that were touched more than once, what is known of the earlier touches, by the last touch: a change
    /// that is told late must not make a later one count as known to those who knew it.
    private var earlier: [Int: EarlierTouches] = [:]
    /// What was deleted for certain: no read that still holds it brings it back.
    private(set) var deleted: Set<MessageID> = []
    /// When the newest of the messages was touched that were touched here and are too many to be kept.
    private var trimmed = 0

    /// - Parameter generation: unique for each feed of a conversation, so that a read that began with a feed that has
    ///   been dropped since is recognised and not taken.
    public init(generation: UInt64 = 0) { self.generation = generation }

    public mutating func beginRead() -> ReadStart {
        serial += 1
        return ReadStart(generation: generation, serial: serial)
    }

    /// The start of a read that another process has begun when it knew of the changes up to `number`. What was touched here by
    /// a later change, or by one whose number is not known, is judged by the next read.
    mutating func beginRead(knowing number: Int64) -> ReadStart {
        let later = touched.values.filter { self.number(ofTouch: $0).map { $0 > number } ?? true }.min()
        guard let later else { return beginRead() }
        return ReadStart(generation: generation, serial: later - 1)
    }

    /// The change that has touched a message has got its number.
    ///
    /// - Parameter serial: the value of `touched` right after it.
    mutating func number(_ number: Int64, touch serial: Int) {
        if touched.values.contains(serial) {
            numbers[serial] = number
        } else if let last = earlier.first(where: { $0.value.unnumbered.contains(serial) })?.key {
            earlier[last]?.number(number, touch: serial)
        }
    }

    /// The number up to which all changes of the message are known to whom knows this one; `nil` where one has none yet.
    private func number(ofTouch serial: Int) -> Int64? {
        guard let number = numbers[serial] else { return nil }
        guard let earlier = earlier[serial] else { return number }
        return earlier.isNumbered ? max(number, earlier.newest) : nil
    }

    /// Reads that have begun are not taken: they may lack what has happened since.
    public mutating func refuseReadsUnderWay() { lastTaken = serial }

    /// Takes the newest messages, newest first, as a read brought them.
    ///
    /// - Parameters:
    ///   - limit: how many were asked for.
    ///   - isWidest: whether no longer read is possible; a gap is then bridged by starting anew.
    public mutating func take(_ read: [Message], limit: Int, start: ReadStart, isWidest: Bool) -> Outcome {
        guard start.generation == generation, start.serial > lastTaken, start.serial >= trimmed else { return .late }
        let isWhole = read.count < limit
        if isAsHere(read, isWhole: isWhole) {
            reachesBeginning = reachesBeginning || isWhole
            finish(read, start)
            return .changes([])
        }
        let known = Set(messages.map(\.id))
        func isUncertain(_ id: MessageID) -> Bool {
            (touched[id] ?? 0) > start.serial && !known.contains(id) && !deleted.contains(id)
        }
        guard !read.contains(where: { isUncertain($0.id) }) else { return .late }
        guard isLoaded else {
            begin(read, isWhole: isWhole, start)
            return .changes([])
        }
        guard isWhole || reachesBack(read) else {
            guard isWidest else { return .gap }
            begin(read, isWhole: false, start)
            return .changes([.replaced])
        }
        let changes = merge(read, isWhole: isWhole, start)
        finish(read, start)
        return .changes(changes)
    }

    /// A message was sent here. Nothing changes where a read has brought it already, or where it was deleted before the
    /// answer to its sending came.
    public mutating func post(_ message: Message) -> [FeedChange] {
        touch(message.id)
        guard !deleted.contains(message.id), !messages.contains(where: { $0.id == message.id }) else { return [] }
        guard !isLoaded || !isPast(message, before: firstMoment) else {
            // Where more are here than are kept, a read may have brought it long ago.
            return messages.count < Self.maximumMessages ? [.posted(message, previous: nil)] : []
        }
        insert(message)
        trim()
        // Before the first read it is not known what stands before it.
        guard isLoaded else { return [.posted(message, previous: nil)] }
        return change(of: message.id).map { [$0] } ?? []
    }

    /// A message was deleted here. That is told of one that is not kept here, too: somebody may have read so far back.
    public mutating func delete(_ id: MessageID) -> [FeedChange] {
        touch(id)
        if deleted.count >= Self.maximumTouched { deleted = [] }
        guard deleted.insert(id).inserted else { return [] }
        messages.removeAll { $0.id == id }
        return [.deleted(id)]
    }

    /// The text of a message was changed, here or by another process. Nothing changes where a later text is known.
    public mutating func edit(_ edited: Message) -> [FeedChange] {
        touch(edited.id)
        guard let index = messages.lastIndex(where: { $0.id == edited.id }), messages[index].takeText(of: edited) else {
            return []
        }
        return [.changed(messages[index], previous: index > 0 ? messages[index - 1] : nil)]
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

    /// The reactions to a message were changed, perhaps by another process. That is told also where they are the same as
    /// here by now: a page that the other process has made may show those that were there in between.
    mutating func set(_ reactions: [Reaction], _ thread: MessageThread?, of message: MessageID) -> [FeedChange] {
        if let index = messages.lastIndex(where: { $0.id == message }) { messages[index].thread = thread }
        let changes = change(message) { $0 = reactions }
        guard changes.isEmpty, let (known, previous) = messageAndPrevious(message) else { return changes }
        return [.changed(known, previous: previous)]
    }

    /// A message has so many replies now, as was read.
    mutating func set(_ thread: MessageThread?, of message: MessageID) -> [FeedChange] {
        touch(message)
        guard let index = messages.lastIndex(where: { $0.id == message }), messages[index].thread != thread else {
            return []
        }
        messages[index].thread = thread
        return [.changed(messages[index], previous: index > 0 ? messages[index - 1] : nil)]
    }

    /// Whether a read has brought the newest `count` messages that began after another one.
    func hasRead(_ count: Int, after start: ReadStart) -> Bool {
        start.generation == generation && lastRead > start.serial && newest(count) != nil
    }

    public func message(_ id: MessageID) -> Message? { messages.last { $0.id == id } }

    /// A message, and the last one before it that is not one of `skipped`.
    func messageAndPrevious(
        _ id: MessageID, skipping skipped: Set<MessageID> = []
    ) -> (message: Message, previous: Message?)? {
        guard let index = messages.lastIndex(where: { $0.id == id }) else { return nil }
        return (messages[index], messages[..<index].last { !skipped.contains($0.id) })
    }

    /// The newest `limit` messages before a moment, newest first; `nil` where more are wanted than are here.
    func newest(_ limit: Int, before: Timestamp? = nil) -> [Message]? {
        newestSlice(limit, before: before)?.reversed()
    }

    /// The same, oldest first, and without a copy.
    func newestSlice(_ limit: Int, before: Timestamp? = nil) -> ArraySlice<Message>? {
        guard isLoaded else { return nil }
        let earlier = before.map { before in messages.prefix { $0.createdAt < before } } ?? messages[...]
        guard earlier.count >= limit || reachesBeginning else { return nil }
        return earlier.suffix(limit)
    }

    /// The first `limit` messages from a moment on, oldest first; `nil` where earlier ones of them may not be here.
    func oldest(_ limit: Int, from moment: Timestamp) -> [Message]? {
        guard isLoaded, reachesBeginning || messages.first.map({ $0.createdAt < moment }) ?? false else { return nil }
        return Array(messages.drop { $0.createdAt < moment }.prefix(limit))
    }

    private mutating func change(_ id: MessageID, _ body: (inout [Reaction]) -> Void) -> [FeedChange] {
        touch(id)
        guard let index = messages.lastIndex(where: { $0.id == id }) else { return [] }
        var reactions = messages[index].reactions
        body(&reactions)
        guard reactions != messages[index].reactions else { return [] }
        messages[index].reactions = reactions
        return [.changed(messages[index], previous: index > 0 ? messages[index - 1] : nil)]
    }

    private mutating func touch(_ id: MessageID) {
        if touched.count >= Self.maximumTouched {
            touched = [:]
            numbers = [:]
            earlier = [:]
            // Reads that have begun can't be judged any more, and are not taken.
            lastTaken = serial
        }
        // One more, for a read of another process that began right before.
        serial += 2
        if let before = touched[id] {
            var touches = earlier.removeValue(forKey: before) ?? EarlierTouches()
            touches.add(before, number: numbers.removeValue(forKey: before))
            earlier[serial] = touches
        }
        touched[id] = serial
    }
}

extension ConversationFeed {
    private mutating func begin(_ read: [Message], isWhole: Bool, _ start: ReadStart) {
        reachesBeginning = isWhole
        let oldest = read.last?.createdAt
        let posted = messages.filter { (touched[$0.id] ?? 0) > start.serial && !isPast($0, before: oldest) }
        messages = read.reversed().filter { (touched[$0.id] ?? 0) <= start.serial && !deleted.contains($0.id) }
        for message in posted { insert(message) }
        isLoaded = true
        finish(read, start)
    }

    private mutating func finish(_ read: [Message], _ start: ReadStart) {
        lastTaken = start.serial
        lastRead = start.serial
        contiguous = read.first.map { ($0.createdAt, $0.id) }
        touched = touched.filter { $0.value > start.serial }
        numbers = numbers.filter { $0.key > start.serial }
        earlier = earlier.filter { $0.key > start.serial }.mapValues { $0.after(start.serial) }
        trim()
    }

    /// From when on nothing is missing here.
    private var firstMoment: Timestamp? { messages.first?.createdAt ?? contiguous?.moment }

    /// Whether a message whose sending was answered late is older than all that is here: what lies between is not here.
    private func isPast(_ message: Message, before oldest: Timestamp?) -> Bool {
        !reachesBeginning && oldest.map { message.createdAt < $0 } ?? false
    }

    /// Whether nothing can lie between the messages that are here and those that were read.
    private func reachesBack(_ read: [Message]) -> Bool {
        guard let contiguous, let oldest = read.last else { return false }
        return oldest.createdAt < contiguous.moment || read.contains { $0.id == contiguous.id }
    }

    /// Whether a read brings what is here already, as most do.
    private func isAsHere(_ read: [Message], isWhole: Bool) -> Bool {
        guard isLoaded, touched.isEmpty, isWhole ? read.count == messages.count : read.count <= messages.count else {
            return false
        }
        return zip(read, messages.reversed()).allSatisfy(==)
    }

    private mutating func merge(_ read: [Message], isWhole: Bool, _ start: ReadStart) -> [FeedChange] {
        let known = Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
        let inRead = Set(read.map(\.id))
        let edge = read.last?.createdAt
        // Of the millisecond in which the read ends it may hold a part only.
        func isCovered(_ message: Message) -> Bool { isWhole || edge.map { message.createdAt > $0 } ?? false }
        func isTouched(_ id: MessageID) -> Bool { (touched[id] ?? 0) > start.serial }

        let missing = messages.filter { isCovered($0) && !inRead.contains($0.id) }
        let deleted = missing.filter { !isTouched($0.id) }
        let incoming = read.reversed().compactMap { message -> Message? in
            guard !self.deleted.contains(message.id) else { return nil }
            return isTouched(message.id) ? known[message.id] : message
        }
        let first = firstMoment
        messages = messages.filter { !isCovered($0) && !inRead.contains($0.id) } + incoming
        for message in missing where isTouched(message.id) { insert(message) }
        let began = reachesBeginning
        reachesBeginning = reachesBeginning || isWhole

        var changes: [FeedChange] = deleted.map { .deleted($0.id) }
        for message in incoming {
            guard let before = known[message.id] else {
                // What lies before the first one here is the past, and no change.
                if began || first.map({ message.createdAt >= $0 }) ?? true, let change = change(of: message.id) {
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
        messageAndPrevious(id).map { .posted($0.message, previous: $0.previous) }
    }

    /// Puts a message behind those of its moment.
    private mutating func insert(_ message: Message) {
        let index = messages.lastIndex { $0.createdAt <= message.createdAt }.map { $0 + 1 } ?? 0
        messages.insert(message, at: index)
    }

    private mutating func trim() {
        let surplus = messages.count - Self.maximumMessages
        guard surplus > 0 else { return }
        // A read that began before one of them was posted does not hold it, and would leave a gap.
        trimmed = messages.prefix(surplus).reduce(trimmed) { max($0, touched[$1.id] ?? 0) }
        messages.removeFirst(surplus)
        reachesBeginning = false
    }
}
