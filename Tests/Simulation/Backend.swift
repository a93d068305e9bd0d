import Chat
import RepositoryBehaviour

/// A chat backend in memory, before which several gateways stand. What it answers is right; when an answer arrives, and
/// whether it does, the history decides.
///
/// `@unchecked Sendable`: all runs on one thread, see `JobQueue`.
final class Backend: @unchecked Sendable {
    struct Entry {
        var message: Message
        /// When it was deleted, in the order of all that happened.
        var deletedAt: Int?
        /// When it was posted, in the order of all that happened.
        let step: Int
        /// The gateway through which it was posted; `nil` for elsewhere.
        let gateway: Int?

        var isDeleted: Bool { deletedAt != nil }
    }

    struct Room {
        let id: ConversationID
        let kind: Conversation.Kind
        /// The gateway through which it was created; `nil` for elsewhere.
        let gateway: Int?
        var name: String
        let createdAt: Timestamp
        var participants: [Participant] = []
        /// Oldest first.
        var entries: [Entry] = []
        /// How many entries each person has read.
        var read: [UserID: Int] = [:]
        var pinned: Set<MessageID> = []

        var conversation: Conversation {
            Conversation(
                id: id, kind: kind, name: kind == .group ? name : nil, createdAt: createdAt, participants: participants,
                pinnedCount: pinned.count)
        }
        /// Who is in it now.
        var members: Set<UserID> { Set(conversation.activeParticipants.map(\.user.id)) }

        func hasMember(_ user: UserID) -> Bool { conversation.activeParticipant(user) != nil }
        var messages: [Message] { entries.filter { !$0.isDeleted }.map(\.message) }
    }

    private struct Membership: Hashable {
        let user: UserID
        let room: ConversationID
    }

    let clock: ManualClock
    let users: [User]
    private(set) var rooms: [Room] = []
    /// Whether deleted messages are counted as unread, as one of the real backends does.
    let countsDeleted: Bool
    private let random: () -> UInt64
    private var lastIdentifier: UInt64 = 0
    private(set) var lastStep = 0
    /// When a person was in a room.
    private struct Spell {
        let from: Int
        /// `nil` for now.
        var to: Int?
        /// Since which step gateways know of its end because it came through them.
        var knowing: [Int: Int] = [:]
    }

    private var spells: [Membership: [Spell]] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// Of a hundred requests, how many fail before anything is done, how many after, and how many wait.
    var failing = (before: 0, after: 0)
    var waitingShare = 0

    init(people: Int, countsDeleted: Bool, clock: ManualClock, random: @escaping () -> UInt64) {
        self.clock = clock
        self.random = random
        self.countsDeleted = countsDeleted
        let names = ["ann", "bob", "cat", "dan", "eve", "fay"]
        users = names.prefix(people).enumerated().map { number, name in
            User(
                id: Self.identifier(UInt64(number + 1)), alias: name, name: name, avatarURL: nil, createdAt: clock.now)
        }
        lastIdentifier = UInt64(people)
    }

    func room(_ id: ConversationID) -> Room? { rooms.first { $0.id == id } }

    /// Whether a gateway may show a message to a person: if they were in the room at any time since it was posted. Of a
    /// departure elsewhere a gateway hears with its next read, so that what is posted through it may come before.
    ///
    /// - Parameter step: when the gateway decided it; `nil` if that is not known.
    func mayShow(
        _ message: MessageID, in id: ConversationID, to user: UserID, through gateway: Int, at step: Int? = nil
    ) -> Bool {
        guard let entry = room(id)?.entries.first(where: { $0.message.id == message }) else { return false }
        return spells[Membership(user: user, room: id), default: []].contains { spell in
            guard let end = spell.to, end <= entry.step else { return true }
            guard entry.gateway == gateway else { return false }
            guard let step, let known = spell.knowing[gateway] else { return true }
            return step <= known
        }
    }

    /// - Parameter gateway: through which; `nil` for elsewhere.
    func createRoom(_ members: [UserID], _ kind: Conversation.Kind = .group, through gateway: Int? = nil)
        -> Conversation
    {
        let id: ConversationID = newIdentifier()
        rooms.append(Room(id: id, kind: kind, gateway: gateway, name: "room \(rooms.count)", createdAt: clock.now))
        for user in members { admit(user, to: rooms.count - 1, tells: false) }
        return rooms[rooms.count - 1].conversation
    }

    /// - Parameter gateway: through which; `nil` for elsewhere.
    func post(
        _ content: Message.Content, in id: ConversationID, replyTo: MessageID? = nil, through gateway: Int? = nil
    ) -> Message? {
        guard let index = rooms.firstIndex(where: { $0.id == id }) else { return nil }
        return post(content, at: index, replyTo: replyTo, through: gateway)
    }

    func admit(_ user: UserID, to id: ConversationID) {
        guard let index = rooms.firstIndex(where: { $0.id == id }) else { return }
        admit(user, to: index, tells: true)
    }

    func dismiss(_ user: UserID, from id: ConversationID) {
        guard let index = rooms.firstIndex(where: { $0.id == id }),
            let place = rooms[index].participants.firstIndex(where: { $0.user.id == user && $0.isActive })
        else { return }
        rooms[index].participants[place].leftAt = clock.now
        lastStep += 1
        let key = Membership(user: user, room: id)
        if let last = spells[key]?.indices.last { spells[key]?[last].to = lastStep }
        _ = post(.left(user: user), at: index)
    }

    /// A gateway through which somebody left, or was removed, knows it from now on.
    func noteDeparture(of user: UserID, from id: ConversationID, at gateway: Int) {
        lastStep += 1
        let key = Membership(user: user, room: id)
        guard let index = spells[key]?.lastIndex(where: { $0.to != nil }) else { return }
        spells[key]?[index].knowing[gateway] = lastStep
    }

    /// Changes the entry of a message that is not deleted.
    func change(_ message: MessageID, in id: ConversationID, _ body: (inout Entry) -> Void) throws(ChatError) {
        guard let index = rooms.firstIndex(where: { $0.id == id }),
            let place = rooms[index].entries.firstIndex(where: { $0.message.id == message && !$0.isDeleted })
        else { throw ChatError(.notFound, during: "simulation") }
        body(&rooms[index].entries[place])
    }

    /// A pin is told, as changes of groups are; an unpin is not.
    func pin(_ message: MessageID, in id: ConversationID, _ isPinned: Bool, by user: UserID) throws(ChatError) {
        try change(message, in: id) { _ in }
        guard let index = rooms.firstIndex(where: { $0.id == id }) else { return }
        if !isPinned {
            rooms[index].pinned.remove(message)
        } else if rooms[index].pinned.insert(message).inserted {
            _ = post(.changed(.pinned(message), by: user), at: index)
        }
    }

    func rename(_ id: ConversationID, to name: String, by user: UserID) {
        guard let index = rooms.firstIndex(where: { $0.id == id }), rooms[index].name != name else { return }
        rooms[index].name = name
        _ = post(.changed(.name(name), by: user), at: index)
    }

    func set(_ role: Role, of person: UserID, in id: ConversationID, by user: UserID) {
        guard let index = rooms.firstIndex(where: { $0.id == id }),
            let place = rooms[index].participants.firstIndex(where: { $0.user.id == person && $0.isActive })
        else { return }
        let old = rooms[index].participants[place]
        guard old.role != role else { return }
        rooms[index].participants[place] = Participant(
            id: old.id, conversation: id, user: old.user, role: role, joinedAt: old.joinedAt, leftAt: nil)
        _ = post(.changed(.role(person, role), by: user), at: index)
    }

    func delete(_ message: MessageID, in id: ConversationID) throws(ChatError) {
        lastStep += 1
        if let index = rooms.firstIndex(where: { $0.id == id }) { rooms[index].pinned.remove(message) }
        try change(message, in: id) { $0.deletedAt = lastStep }
    }

    func mark(_ message: MessageID, in id: ConversationID, by user: UserID) throws(ChatError) {
        guard let index = rooms.firstIndex(where: { $0.id == id }),
            let place = rooms[index].entries.firstIndex(where: { $0.message.id == message })
        else { throw ChatError(.notFound, during: "simulation") }
        rooms[index].read[user] = place + 1
    }

    func unread(in id: ConversationID, by user: UserID) -> Int {
        guard let room = room(id) else { return 0 }
        return room.entries.dropFirst(room.read[user] ?? 0).count { countsDeleted || !$0.isDeleted }
    }

    func isUnread(_ message: MessageID, in id: ConversationID, by user: UserID) -> Bool {
        guard let room = room(id) else { return false }
        return room.entries.dropFirst(room.read[user] ?? 0).contains { $0.message.id == message }
    }

    func newIdentifier<Entity>() -> Identifier<Entity> {
        lastIdentifier += 1
        return Self.identifier(lastIdentifier)
    }

    // MARK: The way of requests and answers

    /// What `body` gives, sooner or later; or an error before or after it was done.
    func answer<Value>(_ body: () throws(ChatError) -> Value) async throws(ChatError) -> Value {
        await travel()
        if random() % 100 < failing.before { throw failure([.unavailable("simulated"), .overloaded]) }
        let value = try body()
        await travel()
        if random() % 100 < failing.after { throw failure([.timedOut, .unexpectedAnswer("simulated")]) }
        return value
    }

    private func failure(_ reasons: [ChatError.Reason]) -> ChatError {
        ChatError(reasons[Int(random() % UInt64(reasons.count))], during: "simulation")
    }

    private func travel() async {
        guard random() % 100 < waitingShare else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// One of those that wait arrives; whichever.
    /// - Returns: whether one waited.
    func letOneArrive() -> Bool {
        guard !waiting.isEmpty else { return false }
        waiting.remove(at: Int(random() % UInt64(waiting.count))).resume()
        return true
    }

    private func admit(_ user: UserID, to index: Int, tells: Bool) {
        guard !rooms[index].hasMember(user), let person = users.first(where: { $0.id == user }) else { return }
        let id = rooms[index].id
        rooms[index].participants.removeAll { $0.user.id == user }
        rooms[index].participants.append(
            Participant(
                id: newIdentifier(), conversation: id, user: person, role: .admin, joinedAt: clock.now, leftAt: nil))
        lastStep += 1
        spells[Membership(user: user, room: id), default: []].append(Spell(from: lastStep))
        if tells { _ = post(.joined(user: user), at: index) }
    }

    private func post(
        _ content: Message.Content, at index: Int, replyTo: MessageID? = nil, through gateway: Int? = nil
    ) -> Message {
        lastStep += 1
        let message = Message(
            id: newIdentifier(), conversation: rooms[index].id, content: content, replyTo: replyTo,
            createdAt: moment(after: rooms[index].entries.last), reactions: [])
        rooms[index].entries.append(Entry(message: message, step: lastStep, gateway: gateway))
        return message
    }

    /// No two messages share a millisecond: in which order they then stand is no promise of any backend.
    private func moment(after last: Entry?) -> Timestamp {
        max(clock.now, last?.message.createdAt.adding(.milliseconds(1)) ?? clock.now)
    }

    private static func identifier<Entity>(_ number: UInt64) -> Identifier<Entity> {
        let digits = String(number, radix: 16)
        let text = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        guard let identifier = Identifier<Entity>(text) else { fatalError("\(text) is no UUID") }
        return identifier
    }
}
