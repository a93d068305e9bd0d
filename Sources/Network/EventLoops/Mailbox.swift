import CLinux
import Glibc
import Synchronization

/// What other threads, and the loop's own, ask a loop to do.
final class Mailbox: Sendable {
    enum Job: Sendable {
        /// Part of a task that goes on here.
        case task(UnownedJob)
        case call(@Sendable () -> Void)
        case register(Int, any EventLoopMember)
        case unregister(Int)
        case stop
    }

    private struct State {
        var jobs: [Job] = []
        /// Whether a turn of the members was requested.
        var isTurnRequested = false
        /// Whether the loop has to be woken for what is posted.
        var isAsleep = false
        /// Whether nothing more is accepted.
        var isClosed = false

        var isEmpty: Bool { jobs.isEmpty && !isTurnRequested }
    }

    private let state = Mutex(State())
    /// Readable when the loop is to wake up.
    let wakeUpDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    deinit { Glibc.close(wakeUpDescriptor) }

    /// Adds a job and wakes the loop; `false` where the loop has ended.
    @discardableResult func post(_ job: Job) -> Bool {
        change { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
    }

    /// Wakes the loop without a job.
    func requestTurn() {
        _ = change { state in
            state.isTurnRequested = true
            return true
        }
    }

    private func change(_ body: (inout State) -> Bool) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard body(&state) else { return (false, false) }
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes { eventfd_write(wakeUpDescriptor, 1) }
        return isTaken
    }

    /// Takes out all jobs, in order. `spare` is an empty array whose memory serves the next ones.
    func take(_ spare: inout [Job]) {
        state.withLock { state in
            state.isAsleep = false
            state.isTurnRequested = false
            swap(&state.jobs, &spare)
        }
    }

    /// Whether nothing was posted since, so that the loop may sleep; from now on it is woken for what is posted.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.isEmpty
            return state.isAsleep
        }
    }

    /// The loop is awake: what is posted from now on need not wake it.
    func stayAwake() { state.withLock { $0.isAsleep = false } }

    /// Takes out all jobs, and accepts no more.
    func close() -> [Job] {
        state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}
