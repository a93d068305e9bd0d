import Glibc
import Synchronization

/// A thread that runs one closure, and can be waited for.
package final class JoinableThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// `nil` once it has been waited for.
    private let thread: Mutex<pthread_t?>

    package init(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                JoinableThread.blockBrokenPipeSignal()
                body.run()
                return nil
            }, body.toOpaque())
        precondition(code == 0, "no thread to be had")
        self.thread = Mutex(thread)
    }

    /// Waits until the closure has returned. Called by the thread itself, it does not wait.
    package func join() {
        thread.withLock { thread in
            if let ended = thread {
                if ended == pthread_self() { pthread_detach(ended) } else { pthread_join(ended, nil) }
            }
            thread = nil
        }
    }

    /// OpenSSL writes to sockets without MSG_NOSIGNAL, and with CURLOPT_NOSIGNAL libcurl leaves SIGPIPE to us.
    private static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
