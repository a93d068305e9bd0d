/// The messages that arrive in a conversation, oldest first, each once: found by reading the newest again and again.
///
///     for try await message in repositories.messages.newMessages(in: conversation, as: user) { … }
///
/// The backend is asked while somebody waits for the next message, so a loop that ends or is cancelled costs nothing. An
/// outage is waited out; every other error ends the sequence.
public struct NewMessages: AsyncSequence, Sendable {
    public typealias Element = Message

    /// How long to wait between two reads.
    public static let defaultInterval = Duration.seconds(5)
    /// How much older than the newest a message may be that appears only now: the times are those of several servers.
    static let delay = Duration.seconds(10)

    let messages: any MessageRepository
    let conversation: ConversationID
    let user: UserID
    let last: Message?
    let pause: @Sendable () async throws -> Void

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let source: NewMessages
        /// Where the sequence begins; `nil` until the backend was asked for the newest message.
        private var beginning: Timestamp?
        private var newest = Timestamp(milliseconds: .min)
        /// Those not older than the newest by more than `delay`.
        private var known: [MessageID: Timestamp] = [:]
        /// Found and not yet asked for, newest first.
        private var found: [Message] = []

        fileprivate init(source: NewMessages) {
            self.source = source
            if let last = source.last { begin(with: [last]) }
        }

        public mutating func next() async throws -> Message? {
            if beginning == nil {
                begin(
                    with: try await retrying { source throws(ChatError) in
                        try await source.messages.messages(
                            in: source.conversation, as: source.user, before: nil, limit: MessageLimits.searchedAtOnce)
                    })
                try await source.pause()
            }
            while found.isEmpty {
                let read = try await retrying {
                    [oldest = newest.adding(.zero - NewMessages.delay)] source throws(ChatError) in
                    try await source.read(downTo: oldest)
                }
                take(read)
                if found.isEmpty { try await source.pause() }
            }
            return found.popLast()
        }

        private mutating func begin(with messages: [Message]) {
            beginning = messages.first?.createdAt ?? newest
            remember(messages)
        }

        /// - Parameter read: newest first.
        private mutating func take(_ read: [Message]) {
            let first = beginning ?? newest
            for message in read where message.createdAt >= first && known[message.id] == nil {
                known[message.id] = message.createdAt
                found.append(message)
            }
            remember(read)
        }

        private mutating func remember(_ messages: [Message]) {
            for message in messages {
                known[message.id] = message.createdAt
                newest = Swift.max(newest, message.createdAt)
            }
            let oldest = newest.adding(.zero - NewMessages.delay)
            known = known.filter { $0.value >= oldest }
        }

        private func retrying(
            _ read: (NewMessages) async throws(ChatError) -> [Message]
        ) async throws -> [Message] {
            while true {
                do throws(ChatError) {
                    return try await read(source)
                } catch {
                    guard error.isOutage else { throw error }
                }
                try await source.pause()
            }
        }
    }

    /// The messages not older than `oldest`, newest first; at most `MessageLimits.maximumSearched`.
    fileprivate func read(downTo oldest: Timestamp) async throws(ChatError) -> [Message] {
        var backwards = MessagesBackwards(messages, in: conversation, as: user)
        var read: [Message] = []
        while backwards.searched < MessageLimits.maximumSearched, let batch = try await backwards.next() {
            read += batch.filter { $0.createdAt >= oldest }
            guard let last = batch.last, last.createdAt >= oldest else { break }
        }
        return read
    }
}

extension MessageRepository {
    /// The messages that arrive in a conversation from now on, or after `last`.
    ///
    /// - Parameter interval: how long to wait between two reads.
    public func newMessages(
        in conversation: ConversationID, as user: UserID, after last: Message? = nil,
        every interval: Duration = NewMessages.defaultInterval
    ) -> NewMessages {
        newMessages(in: conversation, as: user, after: last) { try await Task.sleep(for: interval) }
    }

    /// - Parameter pause: returns when the backend is to be asked again.
    func newMessages(
        in conversation: ConversationID, as user: UserID, after last: Message?,
        pause: @escaping @Sendable () async throws -> Void
    ) -> NewMessages {
        NewMessages(messages: self, conversation: conversation, user: user, last: last, pause: pause)
    }
}
