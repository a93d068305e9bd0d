import Synchronization

/// Tells one wish to send something from another: the same form sent twice has the same key.
public struct SendKey: Hashable, Sendable {
    public static let lengths = 1...64

    public let user: UserID
    public let conversation: ConversationID
    /// What the form carried: letters, digits and hyphens.
    public let form: String
    public let text: MessageText

    public init?(user: UserID, conversation: ConversationID, form: String, text: MessageText) {
        guard Self.lengths.contains(form.utf8.count),
            form.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            })
        else { return nil }
        self.user = user
        self.conversation = conversation
        self.form = form
        self.text = text
    }
}

/// Remembers what was sent, so that nothing is sent twice.
public protocol SendLedger: Sendable {
    /// Enters a wish to send at `moment`, or says what became of it before.
    func begin(_ key: SendKey, at moment: Timestamp) throws -> SendEntry
    /// It was sent.
    func finish(_ key: SendKey, as message: MessageID) throws
    /// It was not sent, for certain.
    func forget(_ key: SendKey) throws
    /// Whether a wish has become this message already.
    func isTaken(_ message: MessageID) throws -> Bool
}

/// What a ledger knows of a wish to send.
public enum SendEntry: Sendable, Equatable {
    case new
    /// Tried at this moment, and nobody knows what became of it.
    case unknown(since: Timestamp)
    case sent(MessageID)
}

/// Sends a message exactly once, though forms are sent twice and answers are lost: backends know no idempotency key.
///
/// Where an earlier attempt's end is unknown, the conversation is read first: a message of that person with that text,
/// not older than the attempt, is the one. What a backend does after it was read can't be seen.
public final class SendOnce: Sendable {
    /// How far the backend's clock may be behind ours.
    private static let clockSkew = Duration.seconds(120)

    private let messages: any MessageRepository
    private let ledger: any SendLedger
    private let clock: Clock
    private let inFlight = Mutex<Set<SendKey>>([])

    /// How often one who waits for another's attempt looks whether it has ended.
    private static let waiting = Duration.milliseconds(10)

    public init(_ messages: any MessageRepository, ledger: any SendLedger, clock: Clock) {
        self.messages = messages
        self.ledger = ledger
        self.clock = clock
    }

    /// - Returns: the id of the message, sent now or before.
    /// - Throws: `ChatError`, or what the ledger throws.
    public func send(_ key: SendKey, replyTo: MessageID?) async throws -> MessageID {
        // The same form, pressed twice: the second waits for what becomes of the first.
        while !inFlight.withLock({ $0.insert(key).inserted }) { try await Task.sleep(for: Self.waiting) }
        defer { inFlight.withLock { _ = $0.remove(key) } }
        return try await sendAlone(key, replyTo: replyTo)
    }

    private func sendAlone(_ key: SendKey, replyTo: MessageID?) async throws -> MessageID {
        switch try ledger.begin(key, at: clock.now()) {
        case .sent(let message): return message
        case .unknown(let since):
            if let message = try await earlier(key, since: since) {
                try ledger.finish(key, as: message)
                return message
            }
        case .new: break
        }
        do throws(ChatError) {
            let message = try await messages.send(
                NewMessage(conversation: key.conversation, sender: key.user, text: key.text, replyTo: replyTo))
            do { try ledger.finish(key, as: message.id) } catch { return message.id }
            return message.id
        } catch {
            switch error.reason {
            case .invalid, .notFound, .notParticipant, .noLongerParticipant, .forbidden, .unauthenticated, .aliasTaken:
                try ledger.forget(key)
            case .timedOut, .unexpectedAnswer, .unavailable, .cancelled: break
            }
            throw error
        }
    }

    private func earlier(_ key: SendKey, since: Timestamp) async throws -> MessageID? {
        let newest = try await messages.messages(
            in: key.conversation, as: key.user, before: nil, limit: MessageHistory.pageSize)
        return try newest.first { message in
            guard case .text(key.user, key.text.description) = message.content else { return false }
            return try message.createdAt >= since.adding(.zero - Self.clockSkew) && !ledger.isTaken(message.id)
        }?.id
    }
}
