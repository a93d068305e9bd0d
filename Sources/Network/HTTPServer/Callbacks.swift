import Bytes
import CMicroHTTPD
import Glibc
import HTTP
import Logging
import Synchronization

/// libmicrohttpd's callbacks: C on the outside, `ServerCore` and `Exchange` on the inside.
enum Callbacks {
    /// The request line is read. Nothing is retained for the request yet: libmicrohttpd 0.9.75 does not complete every
    /// request of which it has told no more than this.
    static let targetReceived:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, uri, connection in
            guard let uri, let connection else { return nil }
            Connection(pointer: connection).served?.target = ReceivedTarget(uri)
            engawa_empty_query(uri)
            return nil
        }

    /// Headers, parts of the body, the end of the request, and the return from waiting: all arrive here.
    static let access: MHD_AccessHandlerCallback = {
        context, connection, _, method, version, upload, uploadSize, requestContext in
        guard let context, let connection, let method, let version, let uploadSize, let requestContext
        else { return .NO }
        let daemon = daemon(context)
        let core = daemon.core
        guard let exchangePointer = requestContext.pointee else {
            guard let served = Connection(pointer: connection).served else { return .NO }
            daemon.headReceived(served)
            let isChunkable = strcmp(version, "HTTP/1.1") == 0
            let exchange = Exchange(
                id: core.began(), served: served, on: daemon,
                plainSocket: isChunkable && !core.isEncrypted ? PlainSocket(descriptor: served.socket) : nil)
            requestContext.pointee = Unmanaged.passRetained(exchange).toOpaque()
            return begin(
                exchange, RequestHead(exchange.connection, method: method, target: served.target, version: version),
                method: String(cString: method), core)
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(exchangePointer).takeUnretainedValue()
        switch exchange.state.withLock({ $0.phase }) {
        case .admitted(let incoming):
            exchange.state.withLock { $0.phase = .receiving(incoming) }
            return beginBody(exchange, incoming, core)
        case .receiving(let incoming):
            guard uploadSize.pointee > 0 else { return dispatch(exchange, incoming, core) }
            let part = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
            uploadSize.pointee = 0
            return part.withMemoryRebound(to: UInt8.self, incoming.receive) ? .YES : .NO
        case .finished(let response):
            core.forget(exchange)
            return answer(exchange, response, core)
        case .started, .admitting, .awaitingAdmission, .handling, .suspended, .answered, .streaming: return .NO
        }
    }

    static let connectionChanged: MHD_NotifyConnectionCallback = { context, connection, connectionContext, change in
        guard let context, let connection, let connectionContext else { return }
        if change == .CONNECTION_NOTIFY_STARTED {
            // Not retained: the daemon holds it until the connection is closed.
            connectionContext.pointee = Unmanaged.passUnretained(
                daemon(context).opened(Connection(pointer: connection))
            ).toOpaque()
        } else if let served = connectionContext.pointee {
            connectionContext.pointee = nil
            daemon(context).closing(Unmanaged<ServedConnection>.fromOpaque(served).takeUnretainedValue())
        }
    }

    static let requestCompleted: MHD_RequestCompletedCallback = { context, connection, requestContext, outcome in
        guard let context, let connection else { return }
        let daemon = daemon(context)
        let served = Connection(pointer: connection).served
        if let exchangePointer = requestContext?.pointee {
            requestContext?.pointee = nil
            daemon.core.ended(Unmanaged<Exchange>.fromOpaque(exchangePointer).takeRetainedValue(), outcome)
            if let served { daemon.requestEnded(served) }
        } else if let served {
            daemon.core.logUnreadable(served)
        }
    }

    static let log: MHD_LogCallback = { context, format, arguments in
        guard let context, let format, let arguments else { return }
        let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
            return buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        let core = daemon(context).core
        core.lastLogLine.withLock { $0 = line }
        core.log.debug("libmicrohttpd", ["says": .text(line)])
    }

    private static func daemon(_ context: UnsafeMutableRawPointer) -> Daemon {
        Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
    }

    private static func begin(
        _ exchange: Exchange, _ head: RequestHead, method: String, _ core: ServerCore
    ) -> MHD_Result {
        exchange.state.withLock { $0.method = method }
        guard head.isWellFormed else { return answer(exchange, core.lastResponse(to: .badHead, head.headers), core) }
        let incoming = Incoming(
            exchange.connection, method: method, target: exchange.target, headers: head.headers, limits: core.limits)
        exchange.state.withLock { state in
            state.phase = .receiving(incoming)
            state.closesConnection = head.isChunked
        }
        if let uploads = core.uploads,
            var request = incoming.fileRequest(
                id: exchange.id, remoteAddress: exchange.connection.remoteAddress?.description)
        {
            if !core.proxies.isEmpty { core.proxies.resolve(&request) }
            if core.admit(request, incoming, exchange, uploads) { return .YES }
        }
        return beginBody(exchange, incoming, core)
    }

    /// Lets the body of a request come, unless it is refused before.
    private static func beginBody(_ exchange: Exchange, _ incoming: Incoming, _ core: ServerCore) -> MHD_Result {
        guard incoming.isRefused else { return .YES }
        return answer(exchange, core.lastResponse(to: incoming.fault ?? .bodyTooLarge, incoming.headers), core)
    }

    private static func dispatch(_ exchange: Exchange, _ incoming: Incoming, _ core: ServerCore) -> MHD_Result {
        exchange.daemon.requestReceived(exchange.served)
        guard
            var request = incoming.request(
                id: exchange.id, remoteAddress: exchange.connection.remoteAddress?.description)
        else {
            return answer(exchange, core.response(to: incoming.fault ?? .badForm, incoming.headers), core)
        }
        if !core.proxies.isEmpty {
            core.proxies.resolve(&request)
            let client = request.remoteAddress
            exchange.state.withLock { $0.client = client }
        }
        let trace = request.trace
        exchange.state.withLock { $0.trace = trace }
        guard let response = core.handle(request, exchange) else { return .YES }
        return answer(exchange, response, core)
    }

    private static func answer(_ exchange: Exchange, _ response: Response, _ core: ServerCore) -> MHD_Result {
        let (isHead, closes) = exchange.state.withLock { ($0.isHead, $0.closesConnection) }
        // What answers HEAD has no body, not even the last chunk of one (RFC 9110 §9.3.2).
        if isHead { response.stream?.close(.ended) }
        guard let stream = response.stream, !isHead else {
            return answerWithEnd(exchange, response, closes: closes, core)
        }
        core.open(stream, on: exchange, response.status)
        // Not retained: the exchange lives until its request has ended, and nothing is read after that.
        guard let message = Message(Unmanaged.passUnretained(exchange).toOpaque(), Exchange.read) else { return .NO }
        message.add(response.headers)
        return message.queue(on: exchange.connection, response.status)
    }

    private static func answerWithEnd(
        _ exchange: Exchange, _ response: Response, closes: Bool, _ core: ServerCore
    ) -> MHD_Result {
        var response = response
        var file: OpenedFile?
        if let body = response.file {
            do throws(FileFailure) { file = try OpenedFile(body) } catch { response = core.response(to: error) }
        }
        let isFile = file != nil
        exchange.state.withLock { state in
            state.phase = .answered(response.status)
            state.responseBytes = response.bodyBytes
            state.lease = isFile ? response.lease : nil
            state.task = nil
        }
        if isFile {
            exchange.daemon.transferBegins(exchange.served)
        } else {
            exchange.daemon.answering(exchange.served)
        }
        guard let message = Self.message(file, response) else { return .NO }
        message.add(response.headers)
        if closes || core.isDraining.load(ordering: .relaxed) { message.add([.connection: "close"]) }
        return message.queue(on: exchange.connection, response.status)
    }

    private static func message(_ file: OpenedFile?, _ response: Response) -> Message? {
        if let file { Message(file) } else { Message(body: response.body, lease: response.lease) }
    }
}
