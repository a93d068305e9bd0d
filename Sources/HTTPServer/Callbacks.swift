import CMicroHTTPD
import Glibc
import HTTP
import Logging
import Synchronization

/// libmicrohttpd's callbacks: C on the outside, `ServerCore` and `Exchange` on the inside.
enum Callbacks {
    /// The request line is read. What is returned becomes the request's context until it is completed.
    static let requestStarted:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            context, uri, connection in
            guard let context, let uri, let connection else { return nil }
            let daemon = daemon(context)
            let exchange = Exchange(
                id: daemon.core.began(), target: String(validatingCString: uri),
                connection: Connection(pointer: connection), on: daemon)
            return Unmanaged.passRetained(exchange).toOpaque()
        }

    /// Headers, parts of the body, the end of the request, and the return from waiting: all arrive here.
    static let access: MHD_AccessHandlerCallback = {
        context, connection, _, method, version, upload, uploadSize, requestContext in
        guard let context, let method, let uploadSize, let exchangePointer = requestContext?.pointee else { return .NO }
        let core = daemon(context).core
        let exchange = Unmanaged<Exchange>.fromOpaque(exchangePointer).takeUnretainedValue()
        switch exchange.state.withLock({ $0.phase }) {
        case .started:
            return begin(
                exchange, method: String(cString: method), isChunkable: version.map { strcmp($0, "HTTP/1.1") } == 0,
                core)
        case .receiving(let incoming):
            guard uploadSize.pointee > 0 else { return dispatch(exchange, incoming, core) }
            let part = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
            uploadSize.pointee = 0
            let isInTime = ContinuousClock.now - exchange.start < core.limits.uploadTime
            return isInTime && part.withMemoryRebound(to: UInt8.self, incoming.receive) ? .YES : .NO
        case .finished(let response):
            core.forget(exchange)
            return answer(exchange, response, core)
        case .handling, .suspended, .answered, .streaming: return .NO
        }
    }

    static let connectionChanged: MHD_NotifyConnectionCallback = { context, _, _, change in
        if let context { daemon(context).changed(by: change == .CONNECTION_NOTIFY_STARTED ? 1 : -1) }
    }

    static let requestCompleted: MHD_RequestCompletedCallback = { context, _, requestContext, outcome in
        guard let context, let exchangePointer = requestContext?.pointee else { return }
        requestContext?.pointee = nil
        let exchange = Unmanaged<Exchange>.fromOpaque(exchangePointer).takeRetainedValue()
        daemon(context).core.ended(exchange, outcome)
    }

    static let log: MHD_LogCallback = { context, format, arguments in
        guard let context, let format, let arguments else { return }
        let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
            return buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        let core = daemon(context).core
        core.lastWords.withLock { $0 = line }
        core.log.debug("libmicrohttpd", ["says": .text(line)])
    }

    private static func daemon(_ context: UnsafeMutableRawPointer) -> Daemon {
        Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
    }

    /// - Parameter isChunkable: whether a body without a known length comes in chunks.
    private static func begin(_ exchange: Exchange, method: String, isChunkable: Bool, _ core: ServerCore) -> MHD_Result
    {
        let incoming = Incoming(exchange.connection, method: method, target: exchange.target, limits: core.limits)
        exchange.state.withLock { state in
            state.method = method
            state.phase = .receiving(incoming)
            if isChunkable, !core.isEncrypted {
                state.plainSocket = PlainSocket(descriptor: exchange.connection.socket)
            }
        }
        // So much that it isn't even dropped: answered before it comes.
        if let announced = incoming.announced, announced > core.limits.discardedBody.bytes {
            var response = core.response(to: .bodyTooLarge, exchange.connection.headers)
            response.headers[.connection] = "close"
            return answer(exchange, response, core)
        }
        return .YES
    }

    private static func dispatch(_ exchange: Exchange, _ incoming: Incoming, _ core: ServerCore) -> MHD_Result {
        guard var request = incoming.request(id: exchange.id, remoteAddress: exchange.connection.remoteAddress) else {
            return answer(exchange, core.response(to: incoming.fault ?? .badForm, exchange.connection.headers), core)
        }
        if !core.proxies.isEmpty {
            core.proxies.resolve(&request)
            let client = request.remoteAddress
            exchange.state.withLock { $0.client = client }
        }
        guard let response = core.handle(request, exchange) else { return .YES }
        return answer(exchange, response, core)
    }

    private static func answer(_ exchange: Exchange, _ response: Response, _ core: ServerCore) -> MHD_Result {
        guard let stream = response.stream else {
            exchange.state.withLock { state in
                state.phase = .answered(response.status)
                state.responseBytes = response.body.count
                state.task = nil
            }
            guard let message = Message(body: response.body) else { return .NO }
            message.add(response.headers)
            if core.isDraining.load(ordering: .relaxed) { message.add([.connection: "close"]) }
            return message.queue(on: exchange.connection, response.status)
        }
        core.open(stream, on: exchange, response.status)
        // Not retained: the exchange lives until its request has ended, and nothing is read after that.
        guard let message = Message(Unmanaged.passUnretained(exchange).toOpaque(), Exchange.read) else { return .NO }
        message.add(response.headers)
        return message.queue(on: exchange.connection, response.status)
    }
}
