import Glibc

/// SIGTERM and SIGINT, waited for instead of handled: so they also work for process 1 of a container, whose signals
/// the kernel drops unless they are handled or blocked (signal(7), pid_namespaces(7)).
struct StopSignals: Sendable {
    /// Blocks the signals in this thread and in all that it starts.
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

    /// Returns when the first signal has come. A second one ends the process at once.
    func wait() async {
        await withCheckedContinuation { continuation in
            let box = Unmanaged.passRetained(Box(continuation))
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    var signals = StopSignals.set
                    var signal: Int32 = 0
                    sigwait(&signals, &signal)
                    Unmanaged<Box>.fromOpaque(context).takeRetainedValue().continuation.resume()
                    sigwait(&signals, &signal)
                    exit(128 + signal)
                }, box.toOpaque())
            pthread_detach(thread)
        }
    }

    private final class Box: Sendable {
        let continuation: CheckedContinuation<Void, Never>
        init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
    }
}
