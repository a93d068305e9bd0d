import Synchronization

/// Remembers what was sent to a backend that knows no idempotency key.
public protocol SendLedger: Sendable {
    /// Enters an attempt to send at `moment`, or says what became of an earlier one.
    func begin(_ key: SendKey, at moment: Timestamp) async throws -> SendEntry
    /// It was sent. Drops the sender's draft in the conversation, too.
    func finish(_ key: SendKey, as message: MessageID) async throws
    /// It was not sent, for certain.
    func forget(_ key: SendKey) async throws
    /// Whether an attempt is known to have become this message.
    func isTaken(_ message: MessageID) async throws -> Bool
}

/// What a ledger knows of an attempt to send.
public enum SendEntry: Sendable, Equatable {
    case new
    /// Tried at this moment, with unknown outcome.
    case unknown(since: Timestamp)
    case sent(MessageID)
}

/// Sends messages to a backend that knows no idempotency key.
///
/// Where the outcome of an earlier attempt is unknown, the conversation is read first: a message of that person with
/// that text, not older than the attempt, is the one. What a backend does after it was read can't be seen.
public final class LedgerSender: MessageSender {
    /// How far the backend's clock may be behind ours.
    private static let clockSkew = Duration.seconds(120)
    /// How often a request that waits for the attempt of another looks whether it has ended.
    private static let waiting = Duration.milliseconds(10)

    private let messages: any MessageRepository
    private let members: any ConversationRepository
    private let ledger: any SendLedger
    private let clock: Clock
    private let inFlight = Mutex<Set<SendKey>>([])

    /// - Parameters:
    ///   - messages: the backend's.
    ///   - members: where membership is looked up, which may be a cache.
    public init(
        _ messages: any MessageRepository, members: any ConversationRepository, ledger: any SendLedger, clock: Clock
    ) {
        self.messages = messages
        self.members = members
        self.ledger = ledger
        self.clock = clock
    }

    public func send(_ message: NewMessage, key form: FormKey) async throws(ChatError) -> SendOutcome {
        _ = try await members.participation(of: message.sender, in: message.conversation)
        let key = SendKey(message, form)
        do {
            // The same form, pressed twice: the second waits for what becomes of the first.
            while !inFlight.withLock({ $0.insert(key).inserted }) { try await Task.sleep(for: Self.waiting) }
            defer { inFlight.withLock { _ = $0.remove(key) } }
            return try await sendAlone(message, key)
        } catch let error as ChatError {
            throw error
        } catch is CancellationError {
            throw ChatError(.cancelled, during: "send")
        } catch {
            throw ChatError(.unavailable("\(error)"), during: "send")
        }
    }

    private func sendAlone(_ message: NewMessage, _ key: SendKey) async throws -> SendOutcome {
        switch try await ledger.begin(key, at: clock.now()) {
        case .sent(let id):
            // That it was sent is known, whatever fails now.
            try? await ledger.finish(key, as: id)
            let newest = try? await newest(key)
            return .repeated(newest?.first { $0.id == id })
        case .unknown(let since):
            if let found = try await earlier(key, since: since) {
                try await ledger.finish(key, as: found.id)
                return .repeated(found)
            }
        case .new: break
        }
        let sent: Message
        do throws(ChatError) {
            sent = try await messages.send(message)
        } catch {
            switch error.reason {
            case .invalid, .notFound, .notParticipant, .noLongerParticipant, .forbidden, .unauthenticated, .aliasTaken:
                try await ledger.forget(key)
            case .timedOut, .unexpectedAnswer, .unavailable, .cancelled: break
            }
            throw error
        }
        // It is sent, whatever becomes of the ledger: a repeated form finds it among the newest messages.
        try? await ledger.finish(key, as: sent.id)
        return .sent(sent)
    }

    private func earlier(_ key: SendKey, since: Timestamp) async throws -> Message? {
        for message in try await newest(key) {
            guard case .text(key.user, key.text.description) = message.content,
                message.createdAt >= since.adding(.zero - Self.clockSkew)
            else { continue }
            if try await !ledger.isTaken(message.id) { return message }
        }
        return nil
    }

    private func newest(_ key: SendKey) async throws -> [Message] {
        try await messages.messages(in: key.conversation, as: key.user, before: nil, limit: MessageHistory.pageSize)
    }
}
