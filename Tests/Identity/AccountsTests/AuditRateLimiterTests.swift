import Accounts
import Chat
import RepositoryBehaviour
import Testing

@Suite struct AuditRateLimiterTests {
    private let clock = ManualClock()
    private let alice = UserID.random()

    private func isWritten(
        _ meter: AuditRateLimiter, _ kind: AuditEvent.Kind, from address: String? = "192.0.2.1",
        about user: UserID? = nil,
        provesNothing: Bool = false
    ) -> Bool {
        let verdict = meter.verdict(on: kind, from: address, about: user, provesNothing: provesNothing)
        if case .write = verdict { return true }
        return false
    }

    @Test func `each kind of event has its own quota for each address`() {
        let meter = AuditRateLimiter(clock: clock.clock)
        let refusals = (0..<100).count { _ in isWritten(meter, .signInRefused) }
        #expect(refusals == AuditRateLimiter.refusals)
        #expect(isWritten(meter, .factorRefused))
        #expect(isWritten(meter, .signInRefused, from: "192.0.2.2"))
        #expect(isWritten(meter, .signedIn, about: alice))
    }

    @Test func `refusals of an address beyond its quota are omitted and counted, without effect on others`() {
        let meter = AuditRateLimiter(clock: clock.clock)
        func verdict(_ address: String?) -> AuditRateLimiter.Verdict {
            meter.verdict(on: .signInRefused, from: address, about: nil, provesNothing: false)
        }
        for _ in 0..<AuditRateLimiter.refusals { #expect(verdict("192.0.2.1") == .write(note: "")) }
        for number in 0..<5 { #expect(verdict("192.0.2.1") == .leaveOut(isFirst: number == 0)) }
        #expect(verdict("192.0.2.2") == .write(note: ""))
        #expect(verdict(nil) == .write(note: ""))
        clock.advance(by: AuditRateLimiter.refusalTime)
        #expect(verdict("192.0.2.1") == .write(note: "5 more from this address were left out"))
        #expect(verdict("192.0.2.1") == .write(note: ""))
    }

    @Test func `the total of all addresses is limited, and the next line reports how many were omitted`() {
        let meter = AuditRateLimiter(clock: clock.clock)
        let written = (0..<5_000).count { number in
            isWritten(meter, .signInRefused, from: "10.0.\(number >> 8).\(number & 255)")
        }
        #expect(written == AuditRateLimiter.totalRefusals)
        #expect(!isWritten(meter, .signInRefused, from: nil), "an unknown address is no way around it")
        // Events of authenticated people are still written.
        #expect(isWritten(meter, .signedIn, about: alice))
        clock.advance(by: AuditRateLimiter.totalTime / AuditRateLimiter.totalRefusals)
        let verdict = meter.verdict(on: .signInRefused, from: "10.9.9.9", about: nil, provesNothing: false)
        #expect(verdict == .write(note: "4401 more from anywhere were left out"))
    }

    @Test func `events of sessions without proof are limited as refusals are`() {
        let meter = AuditRateLimiter(clock: clock.clock)
        let written = (0..<200).count { _ in isWritten(meter, .signedIn, about: .random(), provesNothing: true) }
        #expect(written == AuditRateLimiter.refusals)
    }

    @Test func `each kind of event has its own quota for each person`() {
        let meter = AuditRateLimiter(clock: clock.clock)
        let written = (0..<500).count { number in
            isWritten(meter, .passkeyAdded, from: "10.0.\(number >> 8).\(number & 255)", about: alice)
        }
        #expect(written == AuditRateLimiter.lines)
        #expect(isWritten(meter, .passkeyRemoved, about: alice))
        #expect(isWritten(meter, .passkeyAdded, about: .random()))
        #expect(
            meter.verdict(on: .passkeyAdded, from: nil, about: alice, provesNothing: false)
                == .leaveOut(isFirst: false))
        clock.advance(by: AuditRateLimiter.time / AuditRateLimiter.lines)
        #expect(
            meter.verdict(on: .passkeyAdded, from: nil, about: alice, provesNothing: false)
                == .write(note: "381 more of this person were left out"))
    }

    @Test func `the first omitted line is reported once`() {
        let meter = AuditRateLimiter(clock: clock.clock)
        var firsts = 0
        for _ in 0..<300 {
            let verdict = meter.verdict(on: .factorRefused, from: "192.0.2.1", about: alice, provesNothing: false)
            if verdict == .leaveOut(isFirst: true) { firsts += 1 }
        }
        #expect(firsts == 1)
    }

    @Test func `a long detail is truncated to make room for a note`() {
        let event = AuditEvent(.signInRefused, at: clock.now, detail: String(repeating: "x", count: 500))
        let noted = event.adding(note: "40 more from this address were left out")
        #expect(noted.detail?.hasSuffix("x; 40 more from this address were left out") == true)
        #expect(noted.detail?.count == AuditEvent.maximumCharacters)
        #expect(event.adding(note: "") == event)
        #expect(AuditEvent(.signedIn, at: clock.now).adding(note: "n").detail == "n")
    }
}
