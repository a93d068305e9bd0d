import Chat
import Eventually
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Accounts

private struct Tokens: Sendable, Equatable {
    let number: Int
    let expiresAt: Timestamp
}

private struct Refused: Error {}
private struct Unreachable: Error {}

/// Keeps tokens as a database would, and renews them as a provider that takes each refresh token once would.
private final class Bench: Sendable {
    let clock = ManualClock()
    let refresher: Refresher<String, Tokens>
    let kept: Mutex<Tokens>
    let renewals = Mutex(0)
    private let reads = Atomic(0)
    let fault = Mutex<(any Error)?>(nil)
    /// Holds the renewals.
    let gate = Gate()

    init(secondsLeft: Int, holdsRenewals: Bool = false) {
        refresher = Refresher(clock: clock.clock)
        kept = Mutex(Tokens(number: 0, expiresAt: clock.now.adding(.seconds(secondsLeft))))
        if !holdsRenewals { gate.open() }
    }

    var source: Refresher<String, Tokens>.Source {
        .init(
            read: { self.kept.withLock { $0 } }, expiry: { $0.expiresAt }, renew: { try await self.renew($0) },
            isTransient: { $0 is Unreachable })
    }

    /// Reads, and then waits for `gate` before it tells.
    ///
    /// - Parameter readers: how many reads open the gate.
    func source(readingThrough gate: Gate, openedBy readers: Int? = nil) -> Refresher<String, Tokens>.Source {
        .init(
            read: {
                let tokens = self.kept.withLock { $0 }
                if self.reads.add(1, ordering: .relaxed).newValue == readers { gate.open() }
                await gate.wait()
                return tokens
            }, expiry: { $0.expiresAt }, renew: { try await self.renew($0) }, isTransient: { $0 is Unreachable })
    }

    private func renew(_ tokens: Tokens) async throws -> Tokens {
        renewals.withLock { $0 += 1 }
        await gate.wait()
        // Long enough for all who are to come meanwhile.
        for _ in 0..<1_000 { await Task.yield() }
        if let fault = fault.withLock({ $0 }) { throw fault }
        return try kept.withLock { kept in
            guard kept == tokens else { throw Refused() }
            kept = Tokens(number: tokens.number + 1, expiresAt: clock.now.adding(.seconds(3_600)))
            return kept
        }
    }

    func value(of key: String = "session") async throws -> Tokens { try await refresher.value(of: key, source) }
}

@Suite struct RefresherTests {
    @Test func `a hundred requests at once cost one refresh`() async throws {
        for _ in 0..<10 {
            let bench = Bench(secondsLeft: 30)
            let values = try await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { try await bench.value() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(values.allSatisfy { $0.number == 1 })
            #expect(bench.renewals.withLock { $0 } == 1)
        }
    }

    @Test func `requests that come one after the other and late cost one as well`() async throws {
        let bench = Bench(secondsLeft: 0)
        let values = try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    for _ in 0..<number * 20 { await Task.yield() }
                    return try await bench.value()
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values.allSatisfy { $0.number == 1 })
        #expect(bench.renewals.withLock { $0 } == 1)
    }

    @Test func `requests that have all read the old tokens before the first renews them cost one`() async throws {
        let bench = Bench(secondsLeft: 0)
        let source = bench.source(readingThrough: Gate(), openedBy: 100)
        let values = try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { try await bench.refresher.value(of: "session", source) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values.allSatisfy { $0.number == 1 })
        #expect(bench.renewals.withLock { $0 } == 1)
    }

    @Test func `one who read the old tokens and comes after the renewal gets the new ones`() async throws {
        let bench = Bench(secondsLeft: 0)
        let gate = Gate()
        let slow = Task { try await bench.refresher.value(of: "session", bench.source(readingThrough: gate)) }
        try await eventually { gate.waiting == 1 }
        #expect(try await bench.value().number == 1)
        gate.open()
        #expect(try await slow.value.number == 1)
        #expect(bench.renewals.withLock { $0 } == 1)
    }

    @Test func `what is good for longer than a minute is left alone`() async throws {
        let bench = Bench(secondsLeft: 61)
        #expect(try await bench.value().number == 0)
        bench.clock.advance(by: .seconds(1))
        #expect(try await bench.value().number == 1)
        #expect(try await bench.value().number == 1)
        #expect(bench.renewals.withLock { $0 } == 1)
    }

    @Test func `sessions don't wait for each other`() async throws {
        let (first, second) = (Bench(secondsLeft: 0), Bench(secondsLeft: 0))
        async let one = first.value(of: "a")
        async let two = first.refresher.value(of: "b", second.source)
        #expect(try await (one.number, two.number) == (1, 1))
    }

    @Test func `a refusal is everyone's, and is tried again by the next`() async throws {
        let bench = Bench(secondsLeft: 30, holdsRenewals: true)
        bench.fault.withLock { $0 = Refused() }
        let refusals = try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { await #expect(throws: Refused.self) { try await bench.value() } != nil }
            }
            // All wait before the provider refuses.
            try await eventually { bench.refresher.waiting(for: "session") == 20 }
            bench.gate.open()
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(refusals == 20)
        #expect(bench.renewals.withLock { $0 } == 1)
        bench.fault.withLock { $0 = nil }
        #expect(try await bench.value().number == 1)
    }

    @Test func `while the provider can't be reached, what is still good is used on`() async throws {
        let bench = Bench(secondsLeft: 30)
        bench.fault.withLock { $0 = Unreachable() }
        #expect(try await bench.value().number == 0)
        bench.clock.advance(by: .seconds(30))
        await #expect(throws: Unreachable.self) { try await bench.value() }
    }

    @Test func `one who gives up does not take the refresh from the others`() async throws {
        let bench = Bench(secondsLeft: 0, holdsRenewals: true)
        let impatient = Task { try await bench.value() }
        try await eventually { bench.gate.waiting == 1 }
        let patient = Task.immediate { try await bench.value() }
        impatient.cancel()
        bench.gate.open()
        #expect(try await patient.value.number == 1)
        #expect(bench.renewals.withLock { $0 } == 1)
    }
}
