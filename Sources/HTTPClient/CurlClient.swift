public import HTTP
import Synchronization

/// A client for HTTP/1.1 and HTTP/2 over libcurl, with connections kept for the next request.
///
/// What the server gets: no cookies but those of the request, no redirect followed, no proxy of the environment,
/// no `Expect`, certificates always verified. A request that is not idempotent goes out at most once; one that is
/// may be repeated by libcurl when a kept connection turns out dead. A compressed body arrives decoded, without the
/// header fields that told of it.
public final class CurlClient: Transport, Sendable {
    private let loops: [Loop]
    private let count = Atomic<UInt>(0)

    private struct Loop: Sendable {
        let executor: LoopExecutor
        let thread: LoopThread
    }

    public init(_ configuration: Configuration = Configuration()) {
        loops = (0..<max(1, configuration.threads)).map { _ in
            let executor = LoopExecutor()
            return Loop(executor: executor, thread: LoopThread { TransferLoop(configuration, executor).run() })
        }
    }

    deinit { shutdown() }

    /// The client's threads. A task that prefers one of them goes on there when its answer has come, and its next
    /// request starts there: that spares waking other threads. What it does there must not block for long, for requests
    /// on that thread wait meanwhile.
    public var executors: [any TaskExecutor] { loops.map(\.executor) }

    /// Sends `request`; cancelling the task breaks it off at once.
    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        guard request.hasUsableURL else { throw request.error(.badURL, "not an absolute http or https URL") }
        let ticket = Ticket()
        let mailbox = nextMailbox
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if !mailbox.post(.start(ticket, request, continuation)) {
                    continuation.resume(returning: .failure(request.error(.cancelled, "after the client's shutdown")))
                }
            }
        } onCancel: {
            ticket.cancel()
            _ = mailbox.post(.cancel(ticket))
        }
        return try result.get()
    }

    /// Breaks off what is under way, closes all connections and waits until the threads have ended.
    ///
    /// Whoever waits for an answer, and whoever sends from now on, gets `.cancelled`.
    public func shutdown() {
        for loop in loops { _ = loop.executor.mailbox.post(.stop) }
        for loop in loops { loop.thread.join() }
    }

    /// That of the thread on which this is called; from elsewhere each in turn.
    private var nextMailbox: Mailbox {
        if loops.count == 1 { return loops[0].executor.mailbox }
        let own = loops.first { $0.executor.isCurrent }
        let loop = own ?? loops[Int(count.wrappingAdd(1, ordering: .relaxed).newValue % UInt(loops.count))]
        return loop.executor.mailbox
    }
}

extension ClientRequest {
    /// Whether the URL is absolute, of http or https, and free of bytes that no URL has (RFC 3986 §2).
    fileprivate var hasUsableURL: Bool {
        var url = url
        return url.withUTF8 { url in
            // Letters in lower case: no other byte of a scheme changes by this.
            func starts(with scheme: StaticString) -> Bool {
                let length = scheme.utf8CodeUnitCount
                return url.count >= length && (0..<length).allSatisfy { url[$0] | 0x20 == scheme.utf8Start[$0] }
            }
            return (starts(with: "http://") || starts(with: "https://")) && url.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
    }
}
