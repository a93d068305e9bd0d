import Chat
import RepositoryBehaviour
import Testing

@testable import Live

struct EvictionPolicyTests {
    private typealias Use = EvictionPolicy.Use
    private let policy = EvictionPolicy()

    /// Entries that were used one after the other, a second apart, under their numbers.
    private func entries(_ count: Int, _ change: (inout Use, Int) -> Void = { _, _ in }) -> [(key: Int, use: Use)] {
        (0..<count).map { number in
            var use = Use(lastUse: second(number))
            change(&use, number)
            return (key: number, use: use)
        }
    }

    private func second(_ number: Int) -> Timestamp { Timestamp(milliseconds: Int64(number) * 1_000) }

    @Test(
        "up to a quarter more than the limit all are kept, and then the limit, those used last",
        arguments: [(0, 0), (1, 1), (4, 5), (100, 125), (1_000, 1_250)])
    func limit(limit: Int, most: Int) {
        #expect(policy.evicted(entries(most).shuffled(), limit: limit, unusedSince: nil) == [])
        let evicted = policy.evicted(entries(most + 1).shuffled(), limit: limit, unusedSince: nil)
        #expect(evicted == Array(0..<(most + 1 - limit)))
        #expect(!policy.isExceeded(limit, by: most) && policy.isExceeded(limit, by: most + 1))
    }

    @Test(
        "what is pinned is never evicted and doesn't count, however old and however much it is",
        arguments: [\EvictionPolicy.Use.hasStream, \.isBeingPolled])
    func pinned(reason: any WritableKeyPath<EvictionPolicy.Use, Bool> & Sendable) {
        let pinned = entries(5_005) { use, number in use[keyPath: reason] = number < 5_000 }
        #expect(policy.evicted(pinned, limit: 4, unusedSince: nil) == [])
        let oneMore = entries(5_006) { use, number in use[keyPath: reason] = number < 5_000 }
        #expect(policy.evicted(oneMore, limit: 4, unusedSince: nil) == [5_000, 5_001])
    }

    @Test("what was used since the moment is kept, even where that is more than the limit")
    func pagesBeingMade() {
        #expect(policy.evicted(entries(100), limit: 10, unusedSince: second(5)) == [0, 1, 2, 3, 4])
        #expect(policy.evicted(entries(100), limit: 10, unusedSince: second(0)) == [])
        #expect(policy.evicted(entries(100), limit: 10, unusedSince: second(200)) == Array(0..<90))
    }

    @Test("eviction comes once in its interval, also after the clock was set back")
    func interval() {
        let last = second(100)
        #expect(policy.isDue(since: nil, now: last))
        #expect(!policy.isDue(since: last, now: last))
        #expect(!policy.isDue(since: last, now: last.adding(policy.interval - .milliseconds(1))))
        #expect(policy.isDue(since: last, now: last.adding(policy.interval)))
        #expect(policy.isDue(since: last, now: second(99)))
    }
}

struct JournalTests {
    private func moment(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(seconds) * 1_000) }

    @Test("a journal keeps what it promises, and at most a third more")
    func bound() throws {
        var journal = Journal<Int>(after: .zero, at: moment(0))
        for number in 1...10_000 {
            journal.append(number, id: EventID(UInt64(number)), at: moment(0))
            let kept = number - Int(journal.floor.number)
            #expect(kept >= min(number, Journal<Int>.maximumEntries) && kept <= Journal<Int>.maximumEntries * 4 / 3 + 1)
        }
        #expect(journal.since(EventID(journal.floor.number - 1)) == nil)
        let last = try #require(journal.since(EventID(9_998)))
        #expect(last.map(\.entry) == [9_999, 10_000])
    }

    @Test("what is older than its span goes when something more happens")
    func age() {
        var journal = Journal<Int>(after: .zero, at: moment(0))
        for number in 1...4 { journal.append(number, id: EventID(UInt64(number)), at: moment(number)) }
        let later = moment(4).adding(Journal<Int>.span)
        journal.append(5, id: EventID(5), at: later)
        #expect(journal.floor == EventID(3))
        #expect(journal.since(EventID(3))?.map(\.entry) == [4, 5])
        #expect(journal.since(EventID(2)) == nil)
        // What came in the moment of the last one that has gone may be missing.
        #expect(journal.since(moment(3)) == nil)
        #expect(journal.since(moment(4))?.map(\.entry) == [4, 5])
    }
}
