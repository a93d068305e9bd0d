import CCurl
import Glibc
import HTTP
import Synchronization

/// What the loop is asked to do, by any thread.
final class Mailbox: Sendable {
    typealias Continuation = CheckedContinuation<Result<ClientResponse, TransportError>, Never>

    enum Command: Sendable {
        case start(Ticket, ClientRequest, Continuation)
        case cancel(Ticket)
        /// Part of a task that goes on where its requests are answered.
        case run(UnownedJob)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        /// Whether the loop has to be woken to see what comes.
        var isAsleep = false
        /// From then on nothing is taken in.
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Readable when the loop is to wake up.
    let knock = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    deinit { Glibc.close(knock) }

    /// Puts `command` in and wakes the loop; `false` where the loop has ended.
    func post(_ command: Command) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes { eventfd_write(knock, 1) }
        return isTaken
    }

    /// Takes out everything, in order. `spare` is an empty array whose memory serves the next ones.
    func take(_ spare: inout [Command]) {
        state.withLock { state in
            state.isAsleep = false
            swap(&state.commands, &spare)
        }
    }

    /// Whether nothing is in, so that the loop may sleep; it is woken when something comes.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }

    /// Takes out everything and takes in nothing more.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
    }
}
