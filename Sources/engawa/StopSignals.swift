import Glibc
import Synchronization

/// Waits for SIGTERM and SIGINT instead of handling them, so that they also work for process 1 of a container, for
/// which the kernel drops signals that are neither handled nor blocked (signal(7), pid_namespaces(7)).
final class StopSignals: Sendable {
    private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)

    /// Blocks the signals in this thread and in all threads it starts; must be called before other threads exist.
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

    /// Receives signals on this thread, forever. A signal ends `wait()` if a task waits; else it ends the process.
    func take() -> Never {
        var signals = Self.set
        var signal: Int32 = 0
        while sigwait(&signals, &signal) == 0 {
            guard let task = waiting.withLock({ $0.take() }) else { exit(Self.killed + signal) }
            task.resume()
        }
        exit(ExitStatus.failure)
    }

    /// Returns after a signal. May be called once.
    func wait() async {
        await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
    }

    /// Shells add this to a signal's number for the exit status.
    private static let killed: Int32 = 128
}
