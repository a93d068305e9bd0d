import CLinux
import Glibc
import Synchronization

/// One thread that waits for the sockets of its members, gives the members turns, and runs the tasks that prefer it.
///
/// A request stays on its loop's thread from the first byte to the last: no other thread has to be woken, and its data
/// stays in the processor's cache. So nothing may block for long there.
public final class EventLoop: TaskExecutor {
    let mailbox = Mailbox()
    let sockets: SocketSet
    private let thread = Mutex<JoinableThread?>(nil)
    private let threadID = Atomic<pthread_t>(0)
    /// How many members have had a number.
    private let memberCount = Atomic(0)
    /// Whether another turn was requested on the loop's own thread.
    private let isTurnRequested = Atomic(false)

    /// How many turns the members get before sockets are looked at again: tasks may enqueue new ones without an end.
    private static let maximumTurnsInARow = 16
    /// How long the loop works before it yields its core to other threads. A loop that always has something to do would
    /// otherwise keep the core for milliseconds, while requests on another loop wait.
    private static let timeSlice = Duration.microseconds(500)
    private static let longestWait = Duration.seconds(60)
    /// Over this a turn is reported as long.
    public static let longTurn = Duration.milliseconds(5)

    private let onLongTurn: @Sendable (LongTurn) -> Void
    private let longTurnCount = Atomic(0)

    /// How many turns took longer than `longTurn`; in release builds too.
    public var longTurns: Int { longTurnCount.load(ordering: .relaxed) }

    /// Starts the thread.
    ///
    /// - Parameter onLongTurn: called on the loop's thread with each turn over `longTurn`; in debug builds only.
    public init(onLongTurn: @escaping @Sendable (LongTurn) -> Void = { _ in }) {
        self.onLongTurn = onLongTurn
        sockets = SocketSet(wakeUpDescriptor: mailbox.wakeUpDescriptor)
        thread.withLock { $0 = JoinableThread { self.run() } }
    }

    /// Whether the caller runs on the loop's thread.
    public var isCurrent: Bool { threadID.load(ordering: .relaxed) == pthread_self() }

    /// Runs `body` on the loop's thread, after what was posted before.
    ///
    /// - Returns: `false` where the loop has ended.
    @discardableResult public func post(_ body: @escaping @Sendable () -> Void) -> Bool { mailbox.post(.call(body)) }

    /// Gives the members another turn before the loop sleeps.
    public func wake() {
        if isCurrent { isTurnRequested.store(true, ordering: .relaxed) } else { mailbox.requestTurn() }
    }

    /// A registration for a member, which watches sockets under its number.
    public func makeRegistration() -> Registration {
        Registration(loop: self, number: memberCount.wrappingAdd(1, ordering: .relaxed).oldValue)
    }

    /// Ends the thread once it has done what was posted, and waits for it; called on the thread itself, it does not
    /// wait. Members are released. Tasks that prefer the loop go on elsewhere. Stopping again does nothing.
    public func stop() {
        mailbox.post(.stop)
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !mailbox.post(.task(job)) { globalConcurrentExecutor.enqueue(job) }
    }

    private func run() {
        threadID.store(pthread_self(), ordering: .relaxed)
        // By the numbers of their registrations.
        var members: [(any EventLoopMember)?] = []
        var jobs: [Mailbox.Job] = []
        var isStopping = false
        var timer = TurnTimer(limit: Self.longTurn)
        func perform(_ job: Mailbox.Job) {
            switch job {
            case .task(let task): timer.measure("task") { task.runSynchronously(on: asUnownedTaskExecutor()) }
            case .call(let body): timer.measure("call", body)
            case .register(let number, let member):
                while members.count <= number { members.append(nil) }
                members[number] = member
            case .unregister(let number): if members.indices.contains(number) { members[number] = nil }
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
                isTurnRequested.store(false, ordering: .relaxed)
                mailbox.take(&jobs)
                jobs.forEach(perform)
                jobs.removeAll(keepingCapacity: true)
                let now = ContinuousClock.now
                lastTurn = now
                rest = Self.longestWait
                for case let member? in members {
                    timer.measure("\(type(of: member))") { rest = min(rest, member.turn(now) ?? rest) }
                }
                turns += 1
                hasMore = isTurnRequested.load(ordering: .relaxed) || !mailbox.fallAsleep()
            } while hasMore && turns < Self.maximumTurnsInARow && !isStopping
            if isStopping { break }
            if lastTurn - lastYield > Self.timeSlice {
                sched_yield()
                lastYield = lastTurn
            }
            if timer.end() {
                longTurnCount.add(1, ordering: .relaxed)
                timer.longTurn.map(onLongTurn)
            }
            let events = sockets.wait(atMost: hasMore ? .zero : rest)
            timer.begin()
            // What the members now post is seen before the loop sleeps again.
            if events > 0 { mailbox.stayAwake() }
            sockets.forEach(of: events) { event in
                guard members.indices.contains(event.member), let member = members[event.member] else { return }
                timer.measure("\(type(of: member))") { member.handle(event) }
            }
        }
        mailbox.close().forEach(perform)
        // The system may give the same number to another thread.
        threadID.store(0, ordering: .relaxed)
    }
}

/// What runs on a loop's thread. All of this is called on that thread.
public protocol EventLoopMember: AnyObject, Sendable {
    /// Something has happened on a socket that the member watches. It may be acted upon here or in the next turn.
    func handle(_ event: SocketEvent)
    /// Does what is due.
    ///
    /// - Returns: in what time the next turn has to be at the latest; `nil` where nothing is to come.
    func turn(_ now: ContinuousClock.Instant) -> Duration?
}

/// A member's registration at a loop.
public struct Registration: Sendable {
    public let loop: EventLoop
    fileprivate let number: Int

    fileprivate init(loop: EventLoop, number: Int) {
        self.loop = loop
        self.number = number
    }

    /// From now on `member` gets turns and the events of its sockets. The loop holds it until the registration or the
    /// loop ends.
    public func begin(_ member: some EventLoopMember) { loop.mailbox.post(.register(number, member)) }

    /// No more turns.
    public func end() { loop.mailbox.post(.unregister(number)) }

    /// Waits for `interest` on a socket, and for nothing else on it.
    ///
    /// - Parameter isNew: whether the socket is not watched yet.
    public func watch(_ socket: Int32, for interest: SocketEvent.Kinds, isNew: Bool = true) {
        loop.sockets.watch(socket, for: interest, member: number, isNew: isNew)
    }

    /// Waits for nothing on a socket any more. To be called before it is closed.
    public func unwatch(_ socket: Int32) { loop.sockets.unwatch(socket) }
}
