import Glibc
import Synchronization

/// Waits for SIGTERM, SIGINT and SIGHUP instead of handling them, so that they also work for process 1 of a container,
/// for which the kernel drops signals that are neither handled nor blocked (signal(7), pid_namespaces(7)).
final class ProcessSignals: Sendable {
    private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    private let reloading = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// Blocks the signals in this thread and in all threads it starts; must be called before other threads exist.
    init() {
        var signals = Self.set
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
        return signals
    }

    /// Receives signals on this thread, forever. One that stops the process ends `wait()` if a task waits; else it ends
    /// the process. So does SIGHUP if nothing reads `reloads()`.
    func take() -> Never {
        var signals = Self.set
        var signal = siginfo_t()
        while true {
            guard sigwaitinfo(&signals, &signal) >= 0 else {
                if errno == EINTR { continue }
                exit(ExitStatus.failure)
            }
            // From the kernel it says that the terminal was closed, and the process would go on unseen.
            let isReload = signal.si_signo == SIGHUP && signal.si_code <= 0
            if isReload, let reloading = reloading.withLock({ $0 }) {
                reloading.yield()
            } else if let task = waiting.withLock({ $0.take() }) {
                task.resume()
            } else {
                exit(Self.killed + signal.si_signo)
            }
        }
    }

    /// Returns after a signal to stop. May be called once.
    func wait() async {
        await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
    }

    /// One element for each SIGHUP from now on; several that come while one is being worked on are one. May be called
    /// once.
    func reloads() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        reloading.withLock { $0 = continuation }
        return stream
    }

    /// Shells add this to a signal's number for the exit status.
    private static let killed: Int32 = 128
}
