import Bytes
public import EventLoops
public import HTTP
import Synchronization

/// A client for HTTP/1.1 and HTTP/2 over libcurl, with connections kept for the next request.
///
/// What the server gets: no cookies but those of the request, no redirect followed, no proxy of the environment,
/// no `Expect`, certificates always verified. A request that is not idempotent goes out at most once; one that is
/// may be repeated by libcurl when a kept connection turns out dead. A compressed body arrives decoded, without the
/// header fields that told of it.
public final class CurlClient: Transport, Sendable {
    private let transfers: [TransferLoop]
    /// What ends with the client.
    private let ownLoops: [EventLoop]
    private let count = Atomic<UInt>(0)

    /// A client with a thread of its own.
    public convenience init(_ configuration: Configuration = Configuration()) {
        self.init(configuration, on: [EventLoop()], owned: true)
    }

    /// A client on loops that others use too, and that outlive it. Each has connections of its own, and limits of
    /// connections are for each of them.
    ///
    /// A task that prefers one of the loops goes on there when its answer has come, and its next request starts there:
    /// that spares waking other threads.
    public convenience init(_ configuration: Configuration, on loops: [EventLoop]) {
        self.init(configuration, on: loops, owned: false)
    }

    private init(_ configuration: Configuration, on loops: [EventLoop], owned: Bool) {
        ownLoops = owned ? loops : []
        transfers = loops.map { TransferLoop(configuration, $0.makeRegistration()) }
    }

    deinit { shutdown() }

    /// Sends `request`; cancelling the task breaks it off at once.
    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        try await perform(request, nil)
    }

    /// Sends `request` with a body from a file, or writes the body of its response to one.
    public func send(
        _ request: ClientRequest, _ files: FileTransfer
    ) async throws(TransportError) -> ClientResponse {
        try await perform(request, files)
    }

    private func perform(
        _ request: ClientRequest, _ files: FileTransfer?
    ) async throws(TransportError) -> ClientResponse {
        guard request.hasUsableURL else { throw request.error(.badURL, "not an absolute http or https URL") }
        let token = RequestToken()
        let loop = nextLoop
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { loop.start(token, request, files, $0) }
        } onCancel: {
            token.cancel()
            loop.cancel(token)
        }
        return try result.get()
    }

    /// Breaks off what is under way, closes all connections, and waits until its own thread has ended, where it has one.
    ///
    /// Requests in flight, and those sent from now on, fail with `.cancelled`.
    public func shutdown() {
        for loop in transfers { loop.stop() }
        for loop in ownLoops { loop.stop() }
    }

    /// That of the thread on which this is called; from elsewhere each in turn.
    private var nextLoop: TransferLoop {
        if transfers.count == 1 { return transfers[0] }
        return transfers.first { $0.registration.loop.isCurrent }
            ?? transfers[Int(count.wrappingAdd(1, ordering: .relaxed).newValue % UInt(transfers.count))]
    }
}

extension ClientRequest {
    /// Whether the URL is absolute, of http or https, and free of bytes that no URL has (RFC 3986 §2).
    fileprivate var hasUsableURL: Bool {
        let scheme = url.utf8.prefix("https://".utf8.count).map(\.asciiLowercased)
        return ["http://", "https://"].contains { scheme.starts(with: $0.utf8) }
            && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
