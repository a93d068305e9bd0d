import Bytes
import CMicroHTTPD
import HTTP
import Synchronization
import Logging

extension ServerCore {
    /// One line for a request that is over.
    func logAccess(_ exchange: Exchange, _ outcome: MHD_RequestTerminationCode) {
        guard log.isEnabled(.info) else { return }
        let (phase, method, bytes) = exchange.state.withLock { ($0.phase, $0.method, $0.responseBytes) }
        guard case .answered(let status) = phase else {
            log.info(
                "unanswered",
                [
                    "method": .text(method), "path": .text(exchange.path), "ms": exchange.time,
                    "id": .text(exchange.id.description), "trace": exchange.trace,
                ])
            return
        }
        log.info(
            outcome == .REQUEST_TERMINATED_COMPLETED_OK ? "request" : "request cut off",
            [
                "method": .text(method), "path": .text(exchange.path), "status": .number(status.rawValue),
                "bytes": .number(bytes), "ms": exchange.time,
                "from": .text(exchange.client ?? "-"), "id": .text(exchange.id.description), "trace": exchange.trace,
            ])
    }

    /// One line for a request that libmicrohttpd refused by itself: a head that is larger than a connection's memory, or
    /// no HTTP.
    func logUnreadable(_ connection: ServedConnection) {
        guard log.isEnabled(.info) else { return }
        let path = connection.target?.text.map { String($0.utf8.prefix { $0 != UInt8(ascii: "?") }) ?? "" }
        log.info(
            "unreadable request",
            [
                "path": .text(path ?? "(not UTF-8)"),
                "from": .text(connection.connection.remoteAddress?.description ?? "-"),
            ])
    }

    /// One line for a stream that has closed.
    func logStream(_ exchange: Exchange, _ status: Status, _ ending: EventStream.Ending, bytes: Int) {
        guard log.isEnabled(.info) else { return }
        let method = exchange.state.withLock { $0.method }
        log.info(
            "stream",
            [
                "method": .text(method), "path": .text(exchange.path), "status": .number(status.rawValue),
                "bytes": .number(bytes), "ms": exchange.time, "why": .text("\(ending)"),
                "from": .text(exchange.client ?? "-"), "id": .text(exchange.id.description), "trace": exchange.trace,
            ])
    }
}

extension Exchange {
    /// The query is left out: it may hold what no log should.
    ///
    /// Compares bytes: a combining mark after the question mark would hide it in the view of Characters.
    fileprivate var path: String {
        target.map { String(Substring($0.utf8.prefix { $0 != UInt8(ascii: "?") })) } ?? "(not UTF-8)"
    }

    fileprivate var client: String? { state.withLock { $0.client } ?? connection.remoteAddress?.description }

    fileprivate var trace: Logger.Value { .text(state.withLock { $0.trace }?.traceID.description ?? "-") }

    fileprivate var time: Logger.Value { .milliseconds((ContinuousClock.now - start) / .milliseconds(1)) }
}
