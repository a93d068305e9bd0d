import Chat
import RepositoryBehaviour
import Testing

@testable import Accounts

private struct Wrong: Error, Equatable {}

@Suite struct AttemptGuardTests {
    private let clock = ManualClock()

    private func outcome(
        _ attempts: AttemptGuard, from address: String = "192.0.2.1", _ outcome: AttemptOutcome<Int, Wrong>
    ) async -> Attempted<Int, Wrong> {
        await attempts.attempt(at: "alice", from: address) { outcome }
    }

    private func mustWait(_ attempts: AttemptGuard) async -> Bool {
        if case .wait = await outcome(attempts, .notAnAttempt(.success(0))) { true } else { false }
    }

    @Test func `only a proven attempt resets failures`() async {
        for (attempt, isCleared) in [
            (AttemptOutcome<Int, Wrong>.proven(1), true), (.notAnAttempt(.success(1)), false),
            (.notAnAttempt(.failure(Wrong())), false), (.failed(Wrong()), false),
        ] {
            let attempts = AttemptGuard(clock: clock.clock)
            for _ in 0..<5 { _ = await outcome(attempts, .failed(Wrong())) }
            _ = await outcome(attempts, attempt)
            _ = await outcome(attempts, .failed(Wrong()))
            #expect(await mustWait(attempts) != isCleared)
        }
    }

    @Test func `an attempt that throws does not count`() async throws {
        let attempts = AttemptGuard(clock: clock.clock)
        for _ in 0..<5 { _ = await outcome(attempts, .failed(Wrong())) }
        for _ in 0..<20 {
            await #expect(throws: Wrong.self) {
                _ = try await attempts.attempt(at: "alice", from: "192.0.2.1") {
                    () async throws(Wrong) -> AttemptOutcome<Int, Wrong> in throw Wrong()
                }
            }
        }
        #expect(await !mustWait(attempts))
        _ = await outcome(attempts, .failed(Wrong()))
        #expect(await mustWait(attempts))
    }

    @Test func `one person's guesses from a thousand addresses are as slow as from one`() async {
        let attempts = AttemptGuard(clock: clock.clock)
        var made = 0
        for number in 0..<1_000 {
            // Half an hour in total.
            clock.advance(by: .milliseconds(1_800))
            let address = "10.0.\(number >> 8).\(number & 255)"
            if case .made = await outcome(attempts, from: address, .failed(Wrong())) { made += 1 }
        }
        // Five without a wait, then after 1, 2, 4 … seconds.
        #expect(made <= 17)
    }

    @Test func `a correct proof has to wait, too, and is not checked`() async {
        let attempts = AttemptGuard(clock: clock.clock)
        for _ in 0..<6 { _ = await outcome(attempts, .failed(Wrong())) }
        guard case .wait(let time) = await outcome(attempts, .proven(1)) else {
            Issue.record("made")
            return
        }
        #expect(time == .seconds(1))
        clock.advance(by: time)
        guard case .made(.success(1)) = await outcome(attempts, .proven(1)) else {
            Issue.record("not made")
            return
        }
    }
}
