public import Chat
import ChatRecords
import Synchronization

/// How other processes are told, and heard of; `nil` where there are none.
///
/// A structure, because a closure that is the value of a `Mutex` by itself is wrapped once more each time it is used, and
/// then each use takes longer.
struct Neighbours: Sendable {
    /// Sends a signal.
    var tell: (@Sendable (LiveSignal) -> Void)?
    /// Sends an event for a person's streams.
    var tellEvent: (@Sendable (UserID, [UInt8]) -> Void)?
    /// Notes that the preview of a message's link was removed.
    var notePreviewRemoved: (@Sendable (MessageID) -> Void)?
    /// Takes in what was changed in some streams up to now.
    var takeIn: (@Sendable (Set<ChangeStream>) async throws -> Void)?
}

// Several processes that serve one chat: who types and who is online is told, and stored nowhere.
extension Live {
    /// Tells what happens here to others from now on.
    ///
    /// - Parameter tell: sends a signal to all other processes; it must not block.
    public func connect(_ tell: @escaping @Sendable (LiveSignal) -> Void) {
        neighbours.withLock { $0.tell = tell }
    }

    /// - Parameter note: notes that the preview of a message's link was removed at another process.
    public func connectPreviews(_ note: @escaping @Sendable (MessageID) -> Void) {
        neighbours.withLock { $0.notePreviewRemoved = note }
    }

    /// The preview of a message's link was removed: pages show the message without it, here and at other processes.
    public func removePreview(of message: MessageID, in conversation: ConversationID) {
        showAgain(message, in: conversation)
        tellOthers(.previewRemoved(message, in: conversation))
    }

    func tellOthers(_ signal: LiveSignal) { neighbours.withLock { $0.tell }?(signal) }

    /// Another process has told something.
    public func hear(_ signal: LiveSignal) {
        switch signal {
        case .typing(let user, in: let conversation):
            update { state, now in state.type(user, in: conversation, now: now) ?? [] }
        case .own(let user, in: let conversation):
            withState { state, _ in
                guard let person = state.people[user] else { return }
                state.invalidatePages(of: person, showing: conversation)
            }
        case .read(let user, in: let conversation, upTo: let message, let onlyForward):
            update { state, now in
                state.hearMark(message, in: conversation, by: user, onlyForward: onlyForward, now: now)
            }
        case .reader(let user, in: let conversation, upTo: let message):
            withState { state, now in state.noteReading(by: user, upTo: message, in: conversation, now: now) }
        case .readers(in: let conversation): withState { state, _ in state.forgetReaders(of: conversation) }
        case .previewRemoved(let message, in: let conversation):
            neighbours.withLock { $0.notePreviewRemoved }?(message)
            showAgain(message, in: conversation)
        case .online, .offline:
            withState { state, now in state.changedElsewhere.formUnion(state.elsewhere.hear(signal, now: now)) }
        }
    }

    /// Sends the same event to all of a user's streams, also at other processes.
    ///
    /// - Parameter short: for other processes where the event is longer than `LiveSignal.maximumEventBytes`.
    public func send(_ event: [UInt8], toAllOf user: UserID, orElsewhere short: [UInt8]? = nil) {
        send(to: user) { _ in event }
        guard withState({ state, _ in state.elsewhere.contains(user) }) else { return }
        let told = [event, short].compactMap { $0 }.first { $0.count <= LiveSignal.maximumEventBytes }
        if let told { neighbours.withLock { $0.tellEvent }?(user, told) }
    }

    /// Tells others of events for people who have streams there from now on.
    ///
    /// - Parameter tell: sends an event to all other processes; it must not block.
    public func connectEvents(_ tell: @escaping @Sendable (UserID, [UInt8]) -> Void) {
        neighbours.withLock { $0.tellEvent = tell }
    }

    /// Another process has sent an event to a user's streams.
    public func hear(_ event: [UInt8], to user: UserID) { send(to: user) { _ in event } }

    /// Tells the others who is online here, where that has changed.
    func tellPresence() {
        guard let tell = neighbours.withLock({ $0.tell }) else { return }
        let signals = withState { state, now in
            state.changedElsewhere.formUnion(state.elsewhere.forget(now: now))
            return state.toldPresence.next(state.online, limits, now: now)
        }
        for signal in signals { tell(signal) }
    }

    /// Tells the others that nobody is online here.
    func tellAbsence() {
        guard let tell = neighbours.withLock({ $0.tell }) else { return }
        for signal in withState({ state, _ in state.toldPresence.nobody() }) { tell(signal) }
    }
}
