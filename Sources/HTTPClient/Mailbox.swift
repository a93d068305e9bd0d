import HTTP
import Synchronization

/// What the loop is asked to do, by any thread.
final class Mailbox: Sendable {
    typealias Continuation = CheckedContinuation<Result<ClientResponse, TransportError>, Never>

    enum Command: Sendable {
        case start(Ticket, ClientRequest, Continuation)
        case cancel(Ticket)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        /// `nil` once the loop has ended: from then on nothing is taken in.
        var multi: MultiHandle?
    }

    private let state: Mutex<State>

    init(waking multi: MultiHandle) { state = Mutex(State(multi: multi)) }

    /// Puts `command` in and wakes the loop; `false` where the loop has ended.
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard let multi = state.multi else { return false }
            // The loop takes everything at once: who finds the box empty wakes it, and the others need not.
            if state.commands.isEmpty { multi.wakeUp() }
            state.commands.append(command)
            return true
        }
    }

    /// Takes out everything, in order.
    func take() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Takes out everything and takes in nothing more.
    func close() -> [Command] {
        state.withLock { state in
            state.multi = nil
            defer { state.commands = [] }
            return state.commands
        }
    }
}
