import CEpoll
import Glibc
import Synchronization

/// What a loop is asked to do, by any thread.
final class Inbox: Sendable {
    enum Letter: Sendable {
        /// Part of a task that goes on here.
        case run(UnownedJob)
        case call(@Sendable () -> Void)
        case sit(Int, any EventLoopMember)
        case leave(Int)
        case stop
    }

    private struct State {
        var letters: [Letter] = []
        /// Whether somebody wants the members to get a turn.
        var isNudged = false
        /// Whether the loop has to be woken to see what comes.
        var isAsleep = false
        /// From then on nothing is taken in.
        var isClosed = false

        var isRead: Bool { letters.isEmpty && !isNudged }
    }

    private let state = Mutex(State())
    /// Readable when the loop is to wake up.
    let knock = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    deinit { Glibc.close(knock) }

    /// Puts a letter in and wakes the loop; `false` where the loop has ended.
    @discardableResult func post(_ letter: Letter) -> Bool {
        wake { state in
            guard !state.isClosed else { return false }
            state.letters.append(letter)
            return true
        }
    }

    /// Wakes the loop, without a letter.
    func nudge() {
        _ = wake { state in
            state.isNudged = true
            return true
        }
    }

    private func wake(_ change: (inout State) -> Bool) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard change(&state) else { return (false, false) }
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes { eventfd_write(knock, 1) }
        return isTaken
    }

    /// Takes out everything, in order. `spare` is an empty array whose memory serves the next ones.
    func take(_ spare: inout [Letter]) {
        state.withLock { state in
            state.isAsleep = false
            state.isNudged = false
            swap(&state.letters, &spare)
        }
    }

    /// Whether nothing has come since, so that the loop may sleep; it is woken when something comes.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.isRead
            return state.isAsleep
        }
    }

    /// Whoever posts from now on need not wake the loop.
    func stayAwake() { state.withLock { $0.isAsleep = false } }

    /// Takes out everything and takes in nothing more.
    func close() -> [Letter] {
        state.withLock { state in
            state.isClosed = true
            defer { state.letters = [] }
            return state.letters
        }
    }
}
