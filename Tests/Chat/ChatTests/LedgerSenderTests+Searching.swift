import Eventually
import Synchronization
import Testing

@testable import Chat

/// Finding the message of an attempt whose answer was lost.
extension LedgerSenderTests {
    @Test func `a message whose answer was lost with the connection is looked for at once`() async throws {
        let once = self.once
        wire.fail(.unexpectedAnswer("connection lost"), isStored: true)
        let outcome = try await once.send(try message(), key: try key("a"))
        let stored = try #require(wire.stored.first)
        #expect(outcome == .sent(stored))
        #expect(try await once.send(try message(), key: try key("a")) == .repeated(outcome.message))
        // One that is not there is told as a failure, and sent by the next attempt.
        wire.fail(.unexpectedAnswer("connection lost"), isStored: false)
        await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("b")) }
        _ = try await once.send(try message(), key: try key("b"))
        #expect(wire.stored.count == 2)
    }

    @Test(arguments: [0, 1, 50, 99, 100, 101, 500, 1_900])
    func `a lost answer is found behind everything that others said since`(others: Int) async throws {
        let clock = Moment()
        let subject = LedgerSenderTests(Wire { clock.next() })
        let once = subject.once
        subject.wire.fail(.timedOut, isStored: true)
        await #expect(throws: ChatError.self) { try await once.send(try subject.message(), key: try subject.key("a")) }
        let lost = try #require(subject.wire.stored.last)
        subject.wire.add(others, in: subject.conversation)
        #expect(try await once.send(try subject.message(), key: try subject.key("a")) == .sent(lost))
        #expect(
            try await once.send(try subject.message(), key: try subject.key("a")).message?.id
                == (others < 50 ? lost.id : nil))
        #expect(subject.wire.stored.count == others + 1)
    }

    @Test(arguments: [0, 150]) func `what was said before the first attempt is not searched`(others: Int) async throws {
        let clock = Moment()
        let subject = LedgerSenderTests(Wire { clock.next() })
        let once = subject.once
        subject.wire.add(5_000, in: subject.conversation)
        clock.advance(by: .seconds(3_600))
        subject.wire.fail(.timedOut, isStored: false)
        await #expect(throws: ChatError.self) { try await once.send(try subject.message(), key: try subject.key("a")) }
        subject.wire.add(others, in: subject.conversation)
        guard case .sent = try await once.send(try subject.message(), key: try subject.key("a")) else {
            Issue.record("it was not sent")
            return
        }
        #expect(subject.wire.state.withLock { $0.read } <= others + 2 * MessageLimits.searchedAtOnce)
    }

    @Test(arguments: [99, 100, 101, 300, 700]) func `others of the same millisecond hide nothing`(others: Int)
        async throws
    {
        let once = self.once
        wire.fail(.timedOut, isStored: true)
        await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("a")) }
        let lost = try #require(wire.stored.last)
        wire.add(others, in: conversation)
        #expect(try await once.send(try message(), key: try key("a")) == .sent(lost))
        // More than can be read of one millisecond.
        wire.fail(.timedOut, isStored: true)
        await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("b")) }
        wire.add(MessageLimits.maximumPerRead, in: conversation)
        let error = await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("b")) }
        #expect(error?.reason == .undecided)
    }

    @Test func `where too much was said since, nothing is sent, and the sender learns that it can't be known`()
        async throws
    {
        let clock = Moment()
        let subject = LedgerSenderTests(Wire { clock.next() })
        let once = subject.once
        subject.wire.fail(.timedOut, isStored: true)
        await #expect(throws: ChatError.self) { try await once.send(try subject.message(), key: try subject.key("a")) }
        subject.wire.add(MessageLimits.maximumSearched, in: subject.conversation)
        for _ in 0..<2 {
            let error = await #expect(throws: ChatError.self) {
                try await once.send(try subject.message(), key: try subject.key("a"))
            }
            #expect(error?.reason == .undecided)
        }
        #expect(subject.wire.stored.count == MessageLimits.maximumSearched + 1)
        #expect(subject.wire.state.withLock { $0.read } <= 2 * MessageLimits.maximumSearched)
        // Another form is another message.
        _ = try await once.send(try subject.message(), key: try subject.key("b"))
        #expect(subject.wire.stored.count == MessageLimits.maximumSearched + 2)
    }

    @Test func `who searches does not take the message that another form is just sending`() async throws {
        let subject = LedgerSenderTests(Wire(isSlow: true))
        let once = subject.once
        let (first, second) = (try subject.key("a"), try subject.key("b"))
        let message = try subject.message()
        subject.wire.state.withLock { $0.entries[SendKey(message, first)] = .unknown(since: subject.wire.clock()) }
        // Stored, and the answer is under way.
        subject.wire.storesFirst.store(true, ordering: .relaxed)
        let other = Task { try await once.send(message, key: second) }
        try await eventually { subject.wire.gate.waiting == 1 }
        let again = Task { try await once.send(message, key: first) }
        try await eventually { once.waiting == 2 }
        subject.wire.gate.open()
        guard case .sent = try await other.value, case .sent = try await again.value else {
            Issue.record("one was taken for the other")
            return
        }
        #expect(subject.wire.stored.count == 2)
    }

    @Test func `a backend that hangs is waited for so long, and what it does in the end counts`() async throws {
        let subject = LedgerSenderTests(Wire(isSlow: true))
        let once = subject.sender(to: [subject.participant()], patience: .milliseconds(1))
        let (key, message) = (try subject.key("a"), try subject.message())
        let error = await #expect(throws: ChatError.self) { try await once.send(message, key: key) }
        #expect(error?.reason == .timedOut)
        subject.wire.gate.open()
        let patient = subject.once
        try await eventually { subject.wire.state.withLock { $0.entries[SendKey(message, key)]?.isSent == true } }
        let stored = try #require(subject.wire.stored.first)
        #expect(try await patient.send(message, key: key) == .repeated(stored))
        #expect(subject.wire.stored.count == 1)
    }
}
