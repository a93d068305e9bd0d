import Chat
import RepositoryBehaviour
import Synchronization

@testable import Live

/// One process of the site before the backend, from its start to its end.
final class Gateway: @unchecked Sendable {
    let clock: ManualClock
    let live: Live
    let post = Post()

    let number: Int

    /// - Parameter line: its number is unlike that of any gateway before.
    init(_ line: BackendLine, policy: CachePolicy, limits: LiveLimits, start: Timestamp) {
        number = line.number
        clock = ManualClock(start: start)
        live = Live(
            line.repositories, policy: policy, limits: limits, clock: clock.clock, publisher: post,
            countingFrom: EventID(1 << 63 | UInt64(line.number) << EventID.counterBits))
    }

    /// Looks for what is due, as the ticker does.
    func tick() {
        for poll in live.tick() { Task.detached { [live] in await live.poll(poll) } }
        for user in live.dueListPolls() { Task.detached { [live] in await live.pollList(of: user) } }
    }

    /// Ends the ticker, which would keep all of this in memory for as long as it sleeps.
    func stop() {
        live.ticker.withLock { $0?.cancel() }
    }
}

/// Keeps what is published to each subscriber until its browser reads it.
final class Post: Publisher, @unchecked Sendable {
    private var events: [ObjectIdentifier: [LiveEvent]] = [:]

    func publish(_ publication: Publication) async {
        for subscriber in publication.subscribers {
            events[ObjectIdentifier(subscriber), default: []].append(publication.event)
        }
    }

    func collect(_ subscriber: Subscriber) -> [LiveEvent] {
        events.removeValue(forKey: ObjectIdentifier(subscriber)) ?? []
    }
}
