import EventLoops
import Glibc
public import HTTP
public import Logging
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd: event loops, a daemon on each, and a handler that may wait.
///
/// A connection stays on one loop, and so does its handler, also when it has waited. One that never waits is answered
/// without suspending the connection.
public final class Server: Sendable {
    /// Where it listens, with the port that the system chose.
    public let address: ListenAddress

    private let core: ServerCore
    private let configuration: ServerConfiguration
    private let loops: [EventLoop]
    private let acceptor: Acceptor
    /// What ends with the server.
    private let ownLoops: [EventLoop]
    private let isStopped = Mutex(false)

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - log: takes one access-log line a request, and libmicrohttpd's own words at `debug`.
    ///   - handler: answers every request that could be read.
    ///   - fault: answers a request that could not, with the status that is due; its body is shown to a person.
    ///     The status is 503, and there are no header fields, where the handler did not answer before the end; 404 or
    ///     500, likewise, where the file of its response can't be sent.
    public init(
        _ configuration: ServerConfiguration, log: Logger,
        fault: @escaping @Sendable (Status, HeaderFields) -> Response = { status, _ in .text(status, "\(status)\n") },
        handler: @escaping Handler
    ) throws(ServerError) {
        // A client that has gone must not end the process; the failed write is enough.
        signal(SIGPIPE, SIG_IGN)
        let socket =
            if let passed = configuration.passedSocket {
                ListenSocket(passed)
            } else {
                try ListenSocket.listening(on: configuration.listen, backlog: configuration.limits.backlog)
            }
        address = socket.address
        let core: ServerCore
        do {
            core = try ServerCore(configuration, log: log, fault: fault, handler: handler)
        } catch {
            socket.close()
            throw error
        }
        self.core = core
        ownLoops =
            configuration.loops.isEmpty ? (0..<max(1, configuration.threads)).map { _ in EventLoop() } : []
        loops = ownLoops.isEmpty ? configuration.loops : ownLoops
        self.configuration = configuration
        do {
            acceptor = Acceptor(
                socket, registration: loops[0].makeRegistration(), limit: configuration.limits.connections,
                daemons: try Daemon.start(configuration, on: loops, core), core: core)
        } catch {
            socket.close()
            for loop in ownLoops { loop.stop() }
            throw error
        }
    }

    /// Gives new connections another certificate. Open ones, streams too, go on with the one that they began with.
    ///
    /// libmicrohttpd takes a certificate when a daemon starts, so others take the place of the daemons, which stop when
    /// their last connection has ended.
    ///
    /// Only of a server that began with one.
    ///
    /// - Throws: where libmicrohttpd can't use the certificate; nothing has changed then.
    public func replaceCertificate(_ identity: TLSIdentity) async throws(ServerError) {
        precondition(core.isEncrypted, "a server without TLS has no certificate")
        var configuration = configuration
        configuration.tls = identity
        await acceptor.replaceDaemons(with: try Daemon.start(configuration, on: loops, core))
    }

    /// Stops: takes no new connections, ends the streams, lets requests in flight finish within the limits, and closes
    /// everything.
    /// Stopping again does nothing.
    public func stop() async {
        guard
            isStopped.withLock({ stopped in
                defer { stopped = true }
                return !stopped
            })
        else { return }
        core.isDraining.store(true, ordering: .relaxed)
        let daemons = await acceptor.stop()
        for daemon in daemons { daemon.endStreams() }
        await core.waitUntilIdle(atMost: core.limits.drainTime)
        core.cancelAll()
        await core.waitUntilIdle(atMost: core.limits.cancelTime)
        // A daemon that is stopped with a suspended connection aborts the process: every one must be resumed before.
        core.answerAllStopping()
        await core.waitUntilIdle(atMost: core.limits.cancelTime)
        await core.waitUntilSilent(atMost: core.limits.cancelTime)
        for daemon in daemons { await withCheckedContinuation { ended in daemon.stop { ended.resume() } } }
        for loop in ownLoops { loop.stop() }
    }
}
