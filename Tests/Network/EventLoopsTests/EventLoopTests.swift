import EventLoops
import Eventually
import Glibc
import Synchronization
import Testing

/// Counts its turns, and hears of one socket.
private final class Member: EventLoopMember {
    let turns = Atomic(0)
    let heard = Mutex<[SocketEvent.Kinds]>([])
    /// What is done in a turn: what it returns is when the next one has to be.
    let act: @Sendable (Int) -> Duration?

    init(
        _ act: @escaping @Sendable (Int) -> Duration? = { _ in nil },
        hearing listen: @escaping @Sendable (SocketEvent) -> Void
    ) {
        self.act = act
        self.listen = listen
    }

    convenience init(_ act: @escaping @Sendable (Int) -> Duration? = { _ in nil }) { self.init(act, hearing: { _ in }) }

    /// What is done when it hears of something.
    let listen: @Sendable (SocketEvent) -> Void

    func handle(_ event: SocketEvent) {
        heard.withLock { $0.append(event.kinds) }
        listen(event)
    }

    func turn(_ now: ContinuousClock.Instant) -> Duration? { act(turns.add(1, ordering: .relaxed).newValue) }
}

@Suite struct EventLoopTests {
    private func withLoop(_ body: (EventLoop) async throws -> Void) async rethrows {
        let loop = EventLoop()
        defer { loop.stop() }
        try await body(loop)
    }

    private static func thread() -> pthread_t { pthread_self() }

    /// Keeps the thread busy.
    private static func work(_ time: Duration) {
        let end = ContinuousClock.now + time
        while .now < end {}
    }

    @Test func `what is posted runs on the loop's thread, in order`() async {
        await withLoop { loop in
            let seen = Mutex<[Int]>([])
            for number in 0..<1_000 {
                loop.post { seen.withLock { $0.append(loop.isCurrent ? number : -1) } }
            }
            await withCheckedContinuation { done in loop.post { done.resume() } }
            #expect(seen.withLock { $0 } == Array(0..<1_000))
            #expect(!loop.isCurrent)
        }
    }

    @Test func `a task that prefers the loop stays there`() async {
        await withLoop { loop in
            let threads = await Task(executorPreference: loop) {
                var threads = [Self.thread()]
                for _ in 0..<100 {
                    await Task.yield()
                    threads.append(Self.thread())
                }
                return Set(threads)
            }.value
            #expect(threads.count == 1)
        }
    }

    @Test func `a member gets a turn when it wants one, and no more than that`() async throws {
        try await withLoop { loop in
            // Three at once, then one in 50 ms, then none for a minute.
            let times = Mutex<[ContinuousClock.Instant]>([])
            let member = Member { turn in
                times.withLock { $0.append(.now) }
                return turn < 3 ? .zero : turn == 3 ? .milliseconds(50) : .seconds(60)
            }
            let registration = loop.makeRegistration()
            registration.begin(member)
            try await eventually { times.withLock { $0.count >= 4 } }
            #expect(times.withLock { $0[3] - $0[2] } >= .milliseconds(50))
            #expect(member.turns.load(ordering: .relaxed) == 4)
            loop.wake()
            try await eventually { member.turns.load(ordering: .relaxed) == 5 }
            registration.end()
            loop.wake()
            await withCheckedContinuation { done in loop.post { done.resume() } }
            #expect(member.turns.load(ordering: .relaxed) == 5)
        }
    }

    /// Whoever is woken on the loop's own thread must not wait until something else happens.
    @Test func `a member that wakes the loop in its own turn gets another one`() async throws {
        try await withLoop { loop in
            let member = Member { turn in
                if turn < 50 { loop.wake() }
                return .seconds(60)
            }
            loop.makeRegistration().begin(member)
            try await eventually { member.turns.load(ordering: .relaxed) == 50 }
        }
    }

    @Test func `each member hears of its own sockets`() async throws {
        try await withLoop { loop in
            let members = [Member(), Member()]
            let registrations = members.map { member in
                let registration = loop.makeRegistration()
                registration.begin(member)
                return registration
            }
            var pairs: [[Int32]] = []
            for registration in registrations {
                var ends: [Int32] = [0, 0]
                try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
                registration.watch(ends[0], for: .readable)
                pairs.append(ends)
            }
            defer { for end in pairs.joined() { close(end) } }
            #expect(write(pairs[1][1], "x", 1) == 1)
            try await eventually { members[1].heard.withLock { $0.contains(.readable) } }
            #expect(members[0].heard.withLock { $0.isEmpty })
            registrations[1].unwatch(pairs[1][0])
            registrations[0].watch(pairs[0][0], for: .writable, isNew: false)
            try await eventually { members[0].heard.withLock { $0.contains(.writable) } }
            registrations[0].unwatch(pairs[0][0])
        }
    }

    /// The loop is not woken for it, as it does not sleep then.
    @Test func `what a member posts when it hears of something is done before the loop sleeps`() async throws {
        try await withLoop { loop in
            var ends: [Int32] = [0, 0]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            defer { for end in ends { close(end) } }
            let posted = Atomic(0)
            let member = Member { _ in
                .seconds(60)
            } hearing: { event in
                var byte: UInt8 = 0
                guard recv(event.socket, &byte, 1, 0) == 1 else { return }
                loop.post { loop.post { posted.add(1, ordering: .relaxed) } }
            }
            let registration = loop.makeRegistration()
            registration.begin(member)
            registration.watch(ends[0], for: .readable)
            for number in 1...50 {
                #expect(write(ends[1], "x", 1) == 1)
                try await eventually { posted.load(ordering: .relaxed) == number }
            }
            registration.unwatch(ends[0])
        }
    }

    /// A wake-up that is lost is a request that hangs: many threads wake a loop that is always about to fall asleep.
    @Test func `no wake-up is lost`() async {
        await withLoop { loop in
            let wanted = Atomic(0)
            let served = Atomic(0)
            let member = Member { _ in
                served.store(wanted.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
                return .seconds(60)
            }
            loop.makeRegistration().begin(member)
            for _ in 0..<5_000 {
                let number = wanted.add(1, ordering: .sequentiallyConsistent).newValue
                loop.wake()
                let deadline = ContinuousClock.now + .seconds(5)
                while served.load(ordering: .sequentiallyConsistent) < number {
                    guard ContinuousClock.now < deadline else {
                        Issue.record("wake-up \(number) was lost")
                        return
                    }
                    sched_yield()
                }
            }
        }
    }

    @Test func `a loop that has ended takes nothing, and tasks that prefer it go on elsewhere`() async throws {
        let loop = EventLoop()
        let gate = Gate()
        let task = Task(executorPreference: loop) {
            await gate.wait()
            return loop.isCurrent
        }
        try await eventually { gate.waiting == 1 }
        loop.stop()
        loop.stop()
        #expect(!loop.post {})
        gate.open()
        #expect(await task.value == false)
    }

    @Test func `turns that take long are counted, and no others`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let calls = Atomic(0)
        loop.post { calls.add(1, ordering: .relaxed) }
        try await eventually { calls.load(ordering: .relaxed) == 1 }
        let before = loop.longTurns
        loop.post { Self.work(EventLoop.longTurn * 2) }
        try await eventually { loop.longTurns == before + 1 }
    }

    #if DEBUG
        @Test func `a turn that takes long is reported, with what took longest in it`() async throws {
            let turns = Mutex<[LongTurn]>([])
            let loop = EventLoop { turn in turns.withLock { $0.append(turn) } }
            defer { loop.stop() }
            let member = Member { turn in
                if turn == 2 { Self.work(EventLoop.longTurn * 2) }
                return .seconds(60)
            }
            loop.makeRegistration().begin(member)
            try await eventually { member.turns.load(ordering: .relaxed) == 1 }
            loop.wake()
            try await eventually { turns.withLock { $0.contains { $0.longestPart == "Member" } } }
            loop.post { Self.work(EventLoop.longTurn * 2) }
            try await eventually { turns.withLock { $0.contains { $0.longestPart == "call" } } }
            let reported = turns.withLock { $0 }
            #expect(reported.allSatisfy { $0.time > EventLoop.longTurn && $0.time >= $0.longestPartTime })
        }
    #endif

    @Test func `a loop can be stopped from its own thread`() async {
        for _ in 0..<20 {
            let loop = EventLoop()
            await withCheckedContinuation { done in
                loop.post {
                    loop.stop()
                    done.resume()
                }
            }
        }
    }
}
