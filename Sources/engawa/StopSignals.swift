import Glibc
import Synchronization

/// SIGTERM and SIGINT, waited for instead of handled: so they also work for process 1 of a container, whose signals
/// the kernel drops unless they are handled or blocked (signal(7), pid_namespaces(7)).
final class StopSignals: Sendable {
    private struct State {
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Blocks the signals in this thread and in all that it starts: to be called before there are others.
    init() {
        var signals = Self.set
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        return signals
    }

    /// Takes the signals, on this thread, for ever. One that somebody waits for ends `wait()`; any other
    /// the process, at once.
    func take() -> Never {
        var signals = Self.set
        var signal: Int32 = 0
        while sigwait(&signals, &signal) == 0 {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            guard let waiting else { exit(Self.killed + signal) }
            waiting.resume()
        }
        exit(ExitStatus.failure)
    }

    /// Returns when a signal has come. For one caller, once.
    func wait() async {
        await withCheckedContinuation { continuation in state.withLock { $0.waiting = continuation } }
    }

    /// What shells add to a signal's number for the status of a process that it ended.
    private static let killed: Int32 = 128
}
