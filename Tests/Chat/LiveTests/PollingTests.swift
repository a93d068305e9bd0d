import Chat
import RepositoryBehaviour
import Testing

@testable import Live

struct PollingTests {
    @Test func `never more is polled in a second than is allowed, and all in turn`() {
        var place = StateUnderTest(conversations: 1_000, people: 1_000)
        var watched: Set<ConversationID> = []
        var listed: Set<ConversationID> = []
        for _ in 0..<80 {
            let user = UserID.random()
            let list = place.readList(of: user, count: 24)
            listed.formUnion(list)
            watched.insert(list[0])
            place.openStream(of: user, watching: [list[0]])
        }
        listed.subtract(watched)
        var polls: [ConversationID: Int] = [:]
        var now = place.now()
        let (ticks, tick) = (4 * 120, place.state.limits.tick)
        for number in 0..<ticks {
            now = now.adding(tick)
            // All of these are lively: 80 in a second, and 92 of the others, are more than is allowed.
            if number % 100 == 0 { for id in watched { place.state.conversations[id]?.lastActivity = now } }
            let due = place.state.duePolls(now: now)
            #expect(due.count <= 25)
            for poll in due {
                polls[poll.conversation, default: 0] += 1
                place.state.finishPoll(poll, failed: false)
            }
        }
        #expect(polls.values.reduce(0, +) > 98 * 120)
        #expect(watched.allSatisfy { (20...60).contains(polls[$0] ?? 0) })
        #expect(listed.allSatisfy { (4...6).contains(polls[$0] ?? 0) })
    }
}
