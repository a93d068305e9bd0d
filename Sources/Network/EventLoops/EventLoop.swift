import CEpoll
import Glibc
import Synchronization

/// One thread that waits for everything its members wait for, moves them on, and runs the tasks that prefer it.
///
/// Who is served by a loop's thread stays on it from the first byte to the last: nobody has to be woken in between, and
/// what was used last is still near the processor. So nothing may block for long there.
public final class EventLoop: TaskExecutor {
    let inbox = Inbox()
    let sockets: SocketSet
    private let thread = Mutex<JoinableThread?>(nil)
    private let threadID = Atomic<pthread_t>(0)
    private let seats = Atomic(0)
    /// Whether somebody on the loop's own thread wants the members to get another turn.
    private let isNudged = Atomic(false)

    /// How often the members are moved on before sockets are looked at again: tasks may bring new ones without an end.
    private static let turnsInARow = 16
    /// How long the loop works before it lets other threads of its core go first. One that always has something to do
    /// would have the core for milliseconds, while those who come on another loop wait.
    private static let stint = Duration.microseconds(500)
    private static let longestWait = Duration.seconds(60)
    /// Over this a turn is reported as long.
    public static let longTurn = Duration.milliseconds(5)

    private let onLongTurn: @Sendable (LongTurn) -> Void

    /// Starts the thread.
    ///
    /// - Parameter onLongTurn: called on the loop's thread with each turn over `longTurn`; in debug builds only.
    public init(onLongTurn: @escaping @Sendable (LongTurn) -> Void = { _ in }) {
        self.onLongTurn = onLongTurn
        sockets = SocketSet(knock: inbox.knock)
        thread.withLock { $0 = JoinableThread { self.run() } }
    }

    /// Whether the caller runs on the loop's thread.
    public var isCurrent: Bool { threadID.load(ordering: .relaxed) == pthread_self() }

    /// Runs `body` on the loop's thread, after what was posted before.
    ///
    /// - Returns: `false` where the loop has ended.
    @discardableResult public func post(_ body: @escaping @Sendable () -> Void) -> Bool { inbox.post(.call(body)) }

    /// Gives the members another turn before the loop sleeps.
    public func wake() {
        if isCurrent { isNudged.store(true, ordering: .relaxed) } else { inbox.nudge() }
    }

    /// A place for a member, which waits for sockets under its number.
    public func seat() -> Seat { Seat(loop: self, number: seats.wrappingAdd(1, ordering: .relaxed).oldValue) }

    /// Ends the thread once it has done what was posted, and waits for it; called on the thread itself, it does not
    /// wait. Members are let go of. Tasks that prefer the loop go on elsewhere. Stopping again does nothing.
    public func stop() {
        inbox.post(.stop)
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !inbox.post(.run(job)) { globalConcurrentExecutor.enqueue(job) }
    }

    private func run() {
        threadID.store(pthread_self(), ordering: .relaxed)
        // By the numbers of their seats.
        var members: [(any EventLoopMember)?] = []
        var letters: [Inbox.Letter] = []
        var isStopping = false
        var timer = TurnTimer(limit: Self.longTurn)
        func open(_ letter: Inbox.Letter) {
            switch letter {
            case .run(let job): timer.measure("task") { job.runSynchronously(on: asUnownedTaskExecutor()) }
            case .call(let body): timer.measure("call", body)
            case .sit(let number, let member):
                while members.count <= number { members.append(nil) }
                members[number] = member
            case .leave(let number): if members.indices.contains(number) { members[number] = nil }
            case .stop: isStopping = true
            }
        }
        var lastTurn = ContinuousClock.now
        var lastYield = lastTurn
        while true {
            var rest = Duration.zero
            var turns = 0
            var hasMore = false
            repeat {
                isNudged.store(false, ordering: .relaxed)
                inbox.take(&letters)
                letters.forEach(open)
                letters.removeAll(keepingCapacity: true)
                let now = ContinuousClock.now
                lastTurn = now
                rest = Self.longestWait
                for case let member? in members {
                    timer.measure("\(type(of: member))") { rest = min(rest, member.turn(now) ?? rest) }
                }
                turns += 1
                hasMore = isNudged.load(ordering: .relaxed) || !inbox.fallAsleep()
            } while hasMore && turns < Self.turnsInARow && !isStopping
            if isStopping { break }
            if lastTurn - lastYield > Self.stint {
                sched_yield()
                lastYield = lastTurn
            }
            if let turn = timer.end() { onLongTurn(turn) }
            let events = sockets.wait(atMost: hasMore ? .zero : rest)
            timer.begin()
            // What the members now post is seen before the loop sleeps again.
            if events > 0 { inbox.stayAwake() }
            sockets.forEach(of: events) { event in
                guard members.indices.contains(event.seat), let member = members[event.seat] else { return }
                timer.measure("\(type(of: member))") { member.happened(event) }
            }
        }
        inbox.close().forEach(open)
        // The system may give the same number to another thread.
        threadID.store(0, ordering: .relaxed)
    }
}

/// Whoever lives on a loop's thread. Everything here is called there.
public protocol EventLoopMember: AnyObject, Sendable {
    /// Something has happened on a socket that the member waits for. What it leads to is done in the next turn, or here.
    func happened(_ event: SocketEvent)
    /// Does what is due.
    ///
    /// - Returns: in what time the next turn has to be at the latest; `nil` where nothing is to come.
    func turn(_ now: ContinuousClock.Instant) -> Duration?
}

/// A member's place at a loop.
public struct Seat: Sendable {
    public let loop: EventLoop
    fileprivate let number: Int

    fileprivate init(loop: EventLoop, number: Int) {
        self.loop = loop
        self.number = number
    }

    /// From now on `member` gets turns, and hears of its sockets. The loop keeps it until it leaves or the loop ends.
    public func take(_ member: some EventLoopMember) { loop.inbox.post(.sit(number, member)) }

    /// No more turns.
    public func leave() { loop.inbox.post(.leave(number)) }

    /// Waits for `interest` on a socket, and for nothing else on it.
    ///
    /// - Parameter isNew: whether it is not waited for yet.
    public func watch(_ socket: Int32, for interest: SocketEvent.Kinds, isNew: Bool = true) {
        loop.sockets.watch(socket, for: interest, seat: number, isNew: isNew)
    }

    /// Waits for nothing on a socket any more. To be called before it is closed.
    public func forget(_ socket: Int32) { loop.sockets.forget(socket) }
}
