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
    let desk: Desk
    /// Sends each form once; `nil` for an embedded store, which looks for the key itself.
    let sender: LedgerSender?
    let start: ConversationStart
    private let process: ProcessState

    /// - Parameters:
    ///   - line: its number is unlike that of any gateway before.
    ///   - desk: that of the gateway whose place it takes.
    init(_ line: BackendLine, policy: CachePolicy, limits: LiveLimits, desk: Desk, start moment: Timestamp) {
        number = line.number
        self.desk = desk
        process = line.process
        clock = ManualClock(start: moment)
        live = Live(
            line.repositories, policy: policy, limits: limits, clock: clock.clock, publisher: post,
            countingFrom: EventID(1 << 63 | UInt64(line.number) << EventID.counterBits))
        // As Serve.swift does, but never waiting for a real timer.
        sender =
            policy == .authoritative
            ? nil
            : LedgerSender(
                line.repositories.messages, members: live.repositories.conversations,
                ledger: OpenDesk(desk: desk, process: process), clock: clock.clock, patience: .seconds(60),
                settling: .zero)
        start = ConversationStart(live.repositories)
    }

    var hasEnded: Bool { process.hasEnded }

    /// Looks for what is due, as the ticker does.
    func tick() {
        for poll in live.tick() { Task.detached { [live] in await live.poll(poll) } }
        for user in live.dueListPolls() { Task.detached { [live] in await live.pollList(of: user) } }
    }

    /// Ends the process, and its ticker, which would keep all of this in memory for as long as it sleeps.
    ///
    /// What it has begun goes on, but no message that it sends is stored any more, and nothing is entered in its desk.
    func stop() {
        process.hasEnded = true
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
