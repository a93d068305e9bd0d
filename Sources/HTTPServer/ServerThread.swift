import Glibc
import Synchronization

/// A thread that runs one closure, and can be waited for.
final class ServerThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    init(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        precondition(code == 0, "no thread for the server")
        self.thread = thread
    }

    /// Waits until the closure has returned. To be called once, and not by the closure.
    func join() { pthread_join(thread, nil) }
}
