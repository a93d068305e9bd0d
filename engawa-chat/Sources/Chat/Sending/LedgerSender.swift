import Concurrency

/// Remembers what was sent to a backend that knows no idempotency key.
public protocol SendLedger: Sendable {
    /// Enters an attempt to send at `moment`, or says what became of an earlier one.
    func begin(_ key: SendKey, at moment: Timestamp) async throws -> SendEntry
    /// It was sent. Drops the sender's draft in the conversation, too, unless the message leaves it.
    func finish(_ key: SendKey, as message: MessageID) async throws
    /// It was not sent, for certain.
    func forget(_ key: SendKey) async throws
    /// The attempt is over, and it is not known what became of it.
    func leave(_ key: SendKey) async
    /// Whether an attempt is known to have become this message.
    func isTaken(_ message: MessageID) async throws -> Bool
}

extension SendLedger {
    /// Nothing to do for a ledger of one process.
    public func leave(_ key: SendKey) async {}
}

/// What a ledger knows of an attempt to send.
public enum SendEntry: Sendable, Equatable {
    case new
    /// Another process is sending the same text of that person to that conversation now, by this form or another. Nothing was
    /// entered.
    case underWay
    /// Tried at this moment, with unknown outcome.
    case unknown(since: Timestamp)
    case sent(MessageID)
}

/// Sends messages to a backend that knows no idempotency key.
///
/// Where the outcome of an earlier attempt is unknown, the conversation is read back to the first attempt: a message of
/// that person with that text, not older than it, is the one. Where that is too far back, nothing is sent
/// (`.undecided`). What a backend does after it was read can't be seen.
///
/// Several processes may use one ledger. Attempts to send the same text of a person run one after the other in all of them: one
/// that searches for its message must not find that of another.
public final class LedgerSender: MessageSender {
    /// How far the backend's clock may be behind ours.
    static let clockSkew = Duration.seconds(120)
    /// How long a sender waits for everything that one send asks of the backend.
    public static let patience = Duration.seconds(7)
    /// How long the backend may still be storing a message after the connection broke or it answered with an error.
    public static let settling = Duration.milliseconds(300)
    /// How often is looked whether the attempt of another process is over.
    static let turnPause = Duration.milliseconds(25)
    /// After so much of an attempt it is entered again before anything is sent; less than `SendLedger` lets it last.
    static let longestSearch = Duration.seconds(10)

    private let messages: any MessageRepository
    private let members: any ConversationRepository
    private let ledger: any SendLedger
    private let clock: Clock
    private let patience: Duration
    private let settling: Duration
    /// Attempts run to their end even if their caller is cancelled: the next attempt needs the result.
    private let attempts = SingleFlight<SendKey, SendOutcome, ChatError>()
    /// The same text of the same person, sent by several forms.
    private let turns = Turns<Said>()

    private struct Said: Hashable {
        let user: UserID
        let conversation: ConversationID
        let text: MessageText

        init(_ key: SendKey) {
            user = key.user
            conversation = key.conversation
            text = key.text
        }
    }

    /// - Parameters:
    ///   - messages: the backend's.
    ///   - members: where membership is looked up, which may be a cache.
    ///   - patience: after this time the sender is told `.timedOut`; the attempt goes on.
    public init(
        _ messages: any MessageRepository, members: any ConversationRepository, ledger: any SendLedger, clock: Clock,
        patience: Duration = patience, settling: Duration = settling
    ) {
        self.messages = messages
        self.members = members
        self.ledger = ledger
        self.clock = clock
        self.patience = patience
        self.settling = settling
    }

    public func send(_ message: NewMessage, key form: FormKey) async throws(ChatError) -> SendOutcome {
        let result = await within(patience) { () async -> Result<SendOutcome, ChatError>? in
            do throws(ChatError) { return .success(try await self.attempt(message, form)) } catch {
                return .failure(error)
            }
        }
        guard let result else { throw ChatError(Task.isCancelled ? .cancelled : .timedOut, during: "send") }
        return try result.get()
    }

    /// How many attempts run, or wait for one with the same text.
    var waiting: Int { turns.waiting }

    private func attempt(_ message: NewMessage, _ form: FormKey) async throws(ChatError) -> SendOutcome {
        let (conversation, sender) = try await members.participation(of: message.sender, in: message.conversation)
        guard conversation.allows(.post, sender) else { throw ChatError(.forbidden, during: "send") }
        let key = SendKey(message, form)
        // The same form, pressed twice: the second waits for what becomes of the first.
        let (outcome, isShared) = try await attempts.sharing(key) { () async throws(ChatError) in
            do {
                return try await self.turns.run(Said(key)) { try await self.sendAlone(message, key) }
            } catch let error as ChatError {
                throw error
            } catch is BlockingPool.Full {
                throw ChatError(.overloaded, during: "send")
            } catch {
                throw ChatError(ofWrite: error, during: "send") ?? ChatError(.unavailable("\(error)"), during: "send")
            }
        }
        return isShared ? .repeated(outcome.message) : outcome
    }

    private func sendAlone(_ message: NewMessage, _ key: SendKey) async throws -> SendOutcome {
        let (entry, moment) = try await entered(key)
        do {
            return try await send(message, key, entry, at: moment)
        } catch {
            await ledger.leave(key)
            throw error
        }
    }

    /// Enters an attempt as soon as no other process has one under way; not after nobody waits for it any more.
    private func entered(_ key: SendKey) async throws -> (entry: SendEntry, at: Timestamp) {
        let end = ContinuousClock.now.advanced(by: patience)
        repeat {
            let moment = clock.now()
            let entry = try await ledger.begin(key, at: moment)
            guard entry == .underWay else { return (entry, moment) }
            try await Task.sleep(for: Self.turnPause)
        } while ContinuousClock.now < end
        throw ChatError(.timedOut, during: "send")
    }

    private func send(
        _ message: NewMessage, _ key: SendKey, _ entry: SendEntry, at moment: Timestamp
    ) async throws -> SendOutcome {
        var since = moment
        let beginning = ContinuousClock.now
        switch entry {
        case .sent(let id):
            // That it was sent is known, whatever fails now.
            try? await ledger.finish(key, as: id)
            let newest = try? await newest(key)
            return .repeated(newest?.first { $0.id == id })
        case .unknown(let first):
            since = first
            if let found = try await earlier(key, since: since) {
                try await ledger.finish(key, as: found.id)
                return .sent(found)
            }
        case .new, .underWay: break
        }
        if beginning.duration(to: .now) > Self.longestSearch {
            // Another process may have taken it for over.
            guard case .unknown = try await ledger.begin(key, at: clock.now()) else {
                throw ChatError(.timedOut, during: "send")
            }
        }
        let sent: Message
        do throws(ChatError) {
            sent = try await messages.send(message)
        } catch {
            switch error.reason {
            case .invalid, .notFound, .notParticipant, .noLongerParticipant, .forbidden, .unauthenticated, .aliasTaken,
                .overloaded, .diskFull, .fileTooLarge, .fileRefused, .quotaExceeded, .limitReached, .banned, .lastAdmin,
                .notWritable, .undecided:
                try await ledger.forget(key)
            case .unexpectedAnswer, .serverFault:
                if let found = await settled(key, since: since) { return .sent(found) }
            case .timedOut, .unavailable, .cancelled: break
            }
            throw error
        }
        // It is sent, whatever becomes of the ledger: a repeated form finds it among the newest messages.
        try? await ledger.finish(key, as: sent.id)
        return .sent(sent)
    }

    /// The message of an attempt whose answer was lost; `nil` if it is not there, or if that can't be found out.
    private func settled(_ key: SendKey, since: Timestamp) async -> Message? {
        // Cancelled, it looks at once.
        if settling > .zero { try? await Task.sleep(for: settling) }
        // The sender is told of the first failure; the next attempt searches again.
        guard let found = try? await earlier(key, since: since) else { return nil }
        // That it was sent is known, whatever fails now.
        try? await ledger.finish(key, as: found.id)
        return found
    }

    /// The message that an earlier attempt became; `nil` if it became none.
    private func earlier(_ key: SendKey, since: Timestamp) async throws -> Message? {
        let start = since.adding(.zero - Self.clockSkew)
        var past = MessagesBackwards(messages, in: key.conversation, as: key.user)
        while past.searched < MessageLimits.maximumSearched, !past.isIncomplete {
            guard let batch = try await past.next() else { return nil }
            for message in batch where message.createdAt >= start {
                guard case .text(key.user, key.text.description) = message.content,
                    message.attachments.map(\.id) == key.files
                else { continue }
                if try await !ledger.isTaken(message.id) { return message }
            }
            if let oldest = batch.last, oldest.createdAt < start { return nil }
        }
        throw ChatError(.undecided, during: "send")
    }

    private func newest(_ key: SendKey) async throws -> [Message] {
        try await messages.messages(in: key.conversation, as: key.user, before: nil, limit: MessageHistory.pageSize)
    }
}
