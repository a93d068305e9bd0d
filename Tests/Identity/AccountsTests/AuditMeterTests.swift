import Accounts
import Chat
import RepositoryBehaviour
import Testing

@Suite struct AuditMeterTests {
    private let clock = ManualClock()
    private let alice = UserID.random()

    private func isWritten(
        _ meter: AuditMeter, _ kind: AuditEvent.Kind, from address: String? = "192.0.2.1", about user: UserID? = nil,
        provesNothing: Bool = false
    ) -> Bool {
        let verdict = meter.verdict(on: kind, from: address, about: user, provesNothing: provesNothing)
        if case .write = verdict { return true }
        return false
    }

    @Test func `each kind has a share of each address, so that one hides no other`() {
        let meter = AuditMeter(clock: clock.clock)
        let refusals = (0..<100).count { _ in isWritten(meter, .signInRefused) }
        #expect(refusals == RefusalMeter.lines)
        #expect(isWritten(meter, .factorRefused))
        #expect(isWritten(meter, .signInRefused, from: "192.0.2.2"))
        #expect(isWritten(meter, .signedIn, about: alice))
    }

    @Test func `all addresses together cause so many lines, and the next one says how many were left out`() {
        let meter = AuditMeter(clock: clock.clock)
        let written = (0..<5_000).count { number in
            isWritten(meter, .signInRefused, from: "10.0.\(number >> 8).\(number & 255)")
        }
        #expect(written == RefusalMeter.totalLines)
        #expect(!isWritten(meter, .signInRefused, from: nil), "an unknown address is no way around it")
        // Who has proven who they are is written down all the same.
        #expect(isWritten(meter, .signedIn, about: alice))
        clock.advance(by: RefusalMeter.totalTime / RefusalMeter.totalLines)
        let verdict = meter.verdict(on: .signInRefused, from: "10.9.9.9", about: nil, provesNothing: false)
        #expect(verdict == .write(note: "4401 more from anywhere were left out"))
    }

    @Test func `what a name alone can cause is limited as refusals are`() {
        let meter = AuditMeter(clock: clock.clock)
        let written = (0..<200).count { _ in isWritten(meter, .signedIn, about: .random(), provesNothing: true) }
        #expect(written == RefusalMeter.lines)
    }

    @Test func `one person's lines have a share too, of each kind, and hide nobody else's`() {
        let meter = AuditMeter(clock: clock.clock)
        let written = (0..<500).count { number in
            isWritten(meter, .passkeyAdded, from: "10.0.\(number >> 8).\(number & 255)", about: alice)
        }
        #expect(written == AuditMeter.lines)
        #expect(isWritten(meter, .passkeyRemoved, about: alice))
        #expect(isWritten(meter, .passkeyAdded, about: .random()))
        #expect(
            meter.verdict(on: .passkeyAdded, from: nil, about: alice, provesNothing: false)
                == .leaveOut(isFirst: false))
        clock.advance(by: AuditMeter.time / AuditMeter.lines)
        #expect(
            meter.verdict(on: .passkeyAdded, from: nil, about: alice, provesNothing: false)
                == .write(note: "381 more of this person were left out"))
    }

    @Test func `the first line that is left out is told once`() {
        let meter = AuditMeter(clock: clock.clock)
        var firsts = 0
        for _ in 0..<300 {
            let verdict = meter.verdict(on: .factorRefused, from: "192.0.2.1", about: alice, provesNothing: false)
            if verdict == .leaveOut(isFirst: true) { firsts += 1 }
        }
        #expect(firsts == 1)
    }

    @Test func `a note has room behind a long detail`() {
        let event = AuditEvent(.signInRefused, at: clock.now, detail: String(repeating: "x", count: 500))
        let noted = event.adding(note: "40 more from this address were left out")
        #expect(noted.detail?.hasSuffix("x; 40 more from this address were left out") == true)
        #expect(noted.detail?.count == AuditEvent.maximumCharacters)
        #expect(event.adding(note: "") == event)
        #expect(AuditEvent(.signedIn, at: clock.now).adding(note: "n").detail == "n")
    }
}
