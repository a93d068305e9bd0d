import Bytes
import Chat
import RepositoryBehaviour
import Testing

@testable import Accounts

private let here = IPAddress("192.0.2.1")?.subscriberNetwork

@Suite struct AttemptLimiterTests {
    private let start = ManualClock().now

    @Test func `delays begin after some failures, double, and end at the longest`() {
        var limiter = AttemptLimiter()
        var now = start
        var delays: [Duration] = []
        for _ in 0..<20 {
            #expect(limiter.begin(account: "alice", address: nil, now: now) == .allowed)
            switch limiter.verdict(account: "alice", address: nil, now: now) {
            case .allowed: delays.append(.zero)
            case .wait(let delay):
                delays.append(delay)
                #expect(limiter.begin(account: "alice", address: nil, now: now) == .wait(delay))
                #expect(
                    limiter.verdict(account: "alice", address: nil, now: now.adding(delay - .milliseconds(1)))
                        == .wait(.milliseconds(1)))
                now = now.adding(delay)
            }
        }
        let expected = [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900]
        #expect(delays == expected.map { .seconds($0) })
    }

    @Test func `concurrent attempts are not all permitted before the first has failed`() {
        var limiter = AttemptLimiter()
        let allowed = (0..<100).filter { _ in limiter.begin(account: "alice", address: here, now: start) == .allowed }
        #expect(allowed.count == 6)
    }

    @Test func `an account is limited wherever the attempts come from, and others are not`() {
        var limiter = AttemptLimiter()
        for number in 0..<6 {
            #expect(
                limiter.begin(account: "alice", address: IPAddress("192.0.2.\(number)")?.subscriberNetwork, now: start)
                    == .allowed)
        }
        #expect(
            limiter.verdict(account: "alice", address: IPAddress("198.51.100.1")?.subscriberNetwork, now: start)
                != .allowed)
        #expect(limiter.verdict(account: "bob", address: here, now: start) == .allowed)
    }

    @Test func `an address is limited across accounts, and a success does not reset it`() {
        var limiter = AttemptLimiter()
        for number in 0..<21 {
            #expect(limiter.begin(account: "user-\(number)", address: here, now: start) == .allowed)
        }
        #expect(limiter.verdict(account: "bob", address: here, now: start) == .wait(.seconds(1)))
        #expect(limiter.verdict(account: "bob", address: nil, now: start) == .allowed)
        let later = start.adding(.seconds(1))
        #expect(limiter.begin(account: "mine", address: here, now: later) == .allowed)
        limiter.succeeded(account: "mine", address: here)
        #expect(limiter.begin(account: "user-22", address: here, now: later.adding(.seconds(1))) == .allowed)
        #expect(limiter.verdict(account: "bob", address: here, now: later.adding(.seconds(1))) == .wait(.seconds(2)))
    }

    @Test func `a success resets the account's failures`() {
        var limiter = AttemptLimiter()
        for _ in 0..<6 { _ = limiter.begin(account: "alice", address: here, now: start) }
        let later = start.adding(.seconds(1))
        #expect(limiter.begin(account: "alice", address: here, now: later) == .allowed)
        limiter.succeeded(account: "alice", address: here)
        #expect(limiter.verdict(account: "alice", address: here, now: later) == .allowed)
        for _ in 0..<5 { #expect(limiter.begin(account: "alice", address: here, now: later) == .allowed) }
    }

    @Test func `attempts without a result are taken back`() {
        var limiter = AttemptLimiter()
        for _ in 0..<50 {
            #expect(limiter.begin(account: "alice", address: here, now: start) == .allowed)
            limiter.abandoned(account: "alice", address: here)
        }
        #expect(limiter.count == 0)
    }

    @Test func `records are dropped after a day without a failure`() {
        var limiter = AttemptLimiter()
        for _ in 0..<6 { _ = limiter.begin(account: "alice", address: nil, now: start) }
        let later = start.adding(AttemptLimiter.memory)
        for _ in 0..<5 { #expect(limiter.begin(account: "alice", address: nil, now: later) == .allowed) }
        #expect(limiter.verdict(account: "alice", address: nil, now: later) == .allowed)
    }

    @Test func `memory is bounded, and attacked accounts are evicted last`() {
        var limiter = AttemptLimiter(maximumRecords: 200)
        for _ in 0..<6 { _ = limiter.begin(account: "alice", address: nil, now: start) }
        for number in 0..<1_000 {
            _ = limiter.begin(account: "made-up-\(number)", address: nil, now: start.adding(.milliseconds(1)))
            #expect(limiter.count <= 200)
        }
        #expect(limiter.verdict(account: "alice", address: nil, now: start) != .allowed)
        #expect(
            limiter.begin(account: String(repeating: "x", count: 1_000_000), address: nil, now: start) == .allowed)
    }

    @Test func `a flood of other names does not reset an account's failures`() {
        var limiter = AttemptLimiter(maximumRecords: 200)
        var now = start
        for _ in 0..<8 {
            while case .wait(let time) = limiter.begin(account: "alice", address: nil, now: now) {
                now = now.adding(time)
            }
        }
        // The other names fail more often, and then there are many more of them.
        for round in 0..<10 {
            now = now.adding(.seconds(900))
            for number in 0..<(round < 9 ? 199 : 1_000) {
                _ = limiter.begin(account: "made-up-\(number)", address: nil, now: now)
                #expect(limiter.count <= 200)
            }
        }
        now = now.adding(.seconds(900))
        while case .wait(let time) = limiter.begin(account: "alice", address: nil, now: now) { now = now.adding(time) }
        // The ninth failure: eight seconds.
        #expect(limiter.verdict(account: "alice", address: nil, now: now) == .wait(.seconds(8)))
    }

    @Test func `an evicted account gets no new free failures`() {
        var limiter = AttemptLimiter(maximumRecords: 200)
        for _ in 0..<5 { #expect(limiter.begin(account: "alice", address: nil, now: start) == .allowed) }
        let later = start.adding(.seconds(60))
        for number in 0..<1_000 {
            for _ in 0..<5 { _ = limiter.begin(account: "made-up-\(number)", address: nil, now: later) }
        }
        let last = later.adding(.seconds(900))
        #expect(limiter.begin(account: "alice", address: nil, now: last) == .allowed)
        #expect(limiter.verdict(account: "alice", address: nil, now: last) != .allowed)
    }

    @Test func `without room for another record, failures still count and no record is evicted`() {
        var limiter = AttemptLimiter(maximumRecords: 20)
        let guessed = (0..<10).map { "guessed-at-\($0)" }
        for name in guessed {
            for _ in 0..<6 { #expect(limiter.begin(account: name, address: nil, now: start) == .allowed) }
        }
        // If nothing can be evicted, each new name shares a record and is slowed down, too.
        for _ in 0..<6 { #expect(limiter.begin(account: "bob", address: nil, now: start) == .allowed) }
        #expect(limiter.begin(account: "bob", address: nil, now: start) == .wait(.seconds(1)))
        #expect(limiter.count == 10)
        for name in guessed { #expect(limiter.verdict(account: name, address: nil, now: start) == .wait(.seconds(1))) }
        // A success takes back one failure only, as the others may belong to other names.
        let later = start.adding(.seconds(1))
        #expect(limiter.begin(account: "bob", address: nil, now: later) == .allowed)
        limiter.succeeded(account: "bob", address: nil)
        #expect(limiter.verdict(account: "bob", address: nil, now: later) == .wait(.seconds(1)))
        // After a day, all records have expired.
        let tomorrow = later.adding(AttemptLimiter.memory)
        for name in ["bob"] + guessed {
            for _ in 0..<5 { #expect(limiter.begin(account: name, address: nil, now: tomorrow) == .allowed) }
            #expect(limiter.verdict(account: name, address: nil, now: tomorrow) == .allowed)
        }
    }

    @Test func `many addresses evict no account`() {
        var limiter = AttemptLimiter(maximumRecords: 200)
        #expect(limiter.begin(account: "alice", address: nil, now: start) == .allowed)
        for number in 0..<5_000 {
            let address = IPAddress("10.0.\(number >> 8).\(number & 255)")?.subscriberNetwork
            for _ in 0..<3 { _ = limiter.begin(account: "bob", address: address, now: start.adding(.seconds(1))) }
        }
        for _ in 0..<5 { #expect(limiter.begin(account: "alice", address: nil, now: start) == .allowed) }
        #expect(limiter.verdict(account: "alice", address: nil, now: start) == .wait(.seconds(1)))
    }
}
