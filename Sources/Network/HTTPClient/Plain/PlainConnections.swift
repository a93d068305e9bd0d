import EventLoops
import HTTP

/// What is asked without TLS, over connections that libcurl has opened and that are kept.
///
/// A page before a backend waits for several short answers, each to a GET, and with libcurl these took a quarter of all
/// the processor time of such a page. So they are asked for, and read where they are plain, here. Whatever else happens,
/// libcurl is asked, and what it says counts: a GET may be sent twice (RFC 9110 §9.2.2).
///
/// Not `Sendable`: it stays on the loop's thread.
final class PlainConnections {
    /// A request that has been sent.
    private final class Exchange {
        let pending: PendingRequest
        let connection: PlainConnection
        var answer: PlainAnswer

        init(_ pending: PendingRequest, over connection: PlainConnection, _ answer: PlainAnswer) {
            self.pending = pending
            self.connection = connection
            self.answer = answer
        }
    }

    enum Outcome {
        case answered(PendingRequest, ClientResponse)
        /// A request that libcurl is to send.
        case unanswered(PendingRequest)
        /// The response is incomplete, or an idle connection was closed.
        case nothing
        /// The socket is not of these connections.
        case unknownSocket
    }

    private let configuration: CurlClient.Configuration
    private let registration: Registration
    private let untrusted: UntrustedOrigins
    /// By socket.
    private var exchanges: [Int32: Exchange] = [:]
    /// The one that was used last is at the end.
    private var idle: [(connection: PlainConnection, since: ContinuousClock.Instant)] = []
    /// How many answers were not plain, by origin and route.
    private var rejectedAnswers: [String: Int] = [:]
    /// How many connections libcurl is opening.
    var openings = 0
    private var heads = PlainRequestHeads()
    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: readSize)

    /// How many bytes are read at once: the newest page of a conversation, and some.
    private static let readSize = 32_768
    /// After so many answers that were not plain a route is left to libcurl: each was asked for twice.
    private static let maximumRejectedAnswers = 8

    init(_ configuration: CurlClient.Configuration, _ registration: Registration, untrusted: UntrustedOrigins) {
        self.configuration = configuration
        self.untrusted = untrusted
        self.registration = registration
    }

    deinit { buffer.deallocate() }

    /// Whether `request` may go over a connection of this kind.
    func suits(_ request: ClientRequest) -> Bool {
        request.method == .get && request.body == nil && request.headers[.host] == nil
            && request.url.utf8.starts(with: "http://".utf8)
            && exchanges.count + openings < configuration.maximumConnectionsPerHost
            && (rejectedAnswers.isEmpty
                || rejectedAnswers[Self.route(request), default: 0] < Self.maximumRejectedAnswers)
    }

    private static func route(_ request: ClientRequest) -> String { request.splitURL.origin + request.route }

    /// Sends a request that suits over a kept connection; `false` where there is none.
    func send(_ pending: PendingRequest) -> Bool {
        let (origin, target) = pending.request.splitURL
        while let index = idle.lastIndex(where: { $0.connection.origin == origin }) {
            let connection = idle.remove(at: index).connection
            if isSound(connection), send(pending, target, over: connection) { return true }
        }
        return false
    }

    /// Whether another request may follow on a connection.
    private func isSound(_ connection: PlainConnection) -> Bool {
        if untrusted.contains(connection.origin) { return false }
        switch connection.arrival {
        case .nothing: return true
        case .bytes:
            untrusted.add(connection.origin)
            return false
        case .end: return false
        }
    }

    /// Sends a request that suits over a connection that was opened for it; `false` where it is broken.
    ///
    /// - Parameter socket: connected and not blocking; closed here.
    func send(_ pending: PendingRequest, overNew socket: Int32) -> Bool {
        let (origin, target) = pending.request.splitURL
        return send(pending, target, over: PlainConnection(to: origin, on: socket, registration))
    }

    private func send(_ pending: PendingRequest, _ target: String, over connection: PlainConnection) -> Bool {
        guard connection.send(heads.head(of: pending.request, target, to: connection.origin)) else { return false }
        pending.mayHaveBeenSent = true
        exchanges[connection.socket] = Exchange(pending, over: connection, PlainAnswer(configuration))
        return true
    }

    /// Reads what has come on a socket.
    func handle(on socket: Int32) -> Outcome {
        guard let exchange = exchanges[socket] else {
            guard let index = idle.firstIndex(where: { $0.connection.socket == socket }) else { return .unknownSocket }
            // The server closes it, or sends bytes without a request.
            let connection = idle.remove(at: index).connection
            if case .bytes = connection.arrival { untrusted.add(connection.origin) }
            return .nothing
        }
        let connection = exchange.connection
        var result = Outcome.unanswered(exchange.pending)
        switch connection.receive(into: buffer) {
        case .nothing: return .nothing
        case .end: break
        case .bytes(let bytes):
            switch exchange.answer.receive(bytes) {
            case .incomplete: return .nothing
            case .unexpected: rejectedAnswers[Self.route(exchange.pending.request), default: 0] += 1
            case .complete(let response, let keepsConnection):
                if exchange.answer.hasUnaskedBytes { untrusted.add(connection.origin) }
                if keepsConnection, !untrusted.contains(connection.origin) { idle.append((connection, .now)) }
                result = .answered(exchange.pending, response)
            }
        }
        exchanges[socket] = nil
        return result
    }

    /// Takes a request back, and closes its connection; `nil` where it is not here.
    func takeBack(_ token: RequestToken) -> PendingRequest? {
        guard let socket = exchanges.first(where: { $0.value.pending.token === token })?.key else { return nil }
        return exchanges.removeValue(forKey: socket)?.pending
    }

    /// Takes all requests back, and closes all connections.
    func takeBackAll() -> [PendingRequest] {
        defer {
            exchanges = [:]
            idle = []
        }
        return exchanges.values.map(\.pending)
    }

    /// Closes connections that have been idle for too long, and returns the time until the next one is due; `nil` if
    /// none is idle.
    func closeUnused(_ now: ContinuousClock.Instant) -> Duration? {
        while let first = idle.first {
            let rest = first.since + configuration.idleConnectionLifetime - now
            if rest > .zero { return rest }
            idle.removeFirst()
        }
        return nil
    }
}
