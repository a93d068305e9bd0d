import CMicroHTTPD
import HTTP
import Synchronization

/// One request and its answer, from the end of its head until libmicrohttpd is done with it.
///
/// libmicrohttpd keeps a reference from the end of the head on, and gives it back when the request has ended.
/// The connection's thread and the handler's task meet here, under one lock.
final class Exchange: Sendable {
    /// How far the exchange is.
    enum Phase {
        /// The head is read.
        case started
        /// The server asks whether the request may bring files; its body has not been read.
        case admitting(Incoming)
        /// The connection waits for the answer to that.
        case awaitingAdmission(Incoming)
        /// The connection goes on after that. libmicrohttpd 0.9.75 calls the access handler once more as if the headers
        /// had just been read, so the request can still be refused before its body comes.
        case admitted(Incoming)
        /// The headers are read, the body is arriving.
        case receiving(Incoming)
        /// The handler runs, on the connection's own thread or elsewhere.
        case handling
        /// The connection waits for the handler.
        case suspended
        /// The handler has answered; the connection's thread has not sent it yet.
        case finished(Response)
        /// libmicrohttpd has the response.
        case answered(Status)
        /// libmicrohttpd has a response that stays open.
        case streaming(Streaming)
    }

    /// An answer that stays open.
    struct Streaming {
        let status: Status
        let stream: EventStream
        /// Whether there was a time with nothing to send.
        var wasSuspended = false
    }

    struct State {
        var phase = Phase.started
        var task: Task<Void, Never>?
        var method = ""
        /// Where the request comes from: behind a proxy that is trusted, who stands before it.
        var client: String?
        /// `nil` for a request that could not be read.
        var trace: TraceParent?
        var responseBytes = 0
        /// What the response holds until its file has been sent.
        var lease: Lease?
        /// Whether the connection is closed after the answer.
        var closesConnection = false

        var isHead: Bool { method == Method.head.rawValue }
    }

    let id: RequestID
    /// The request target as it was sent; `nil` where it was not UTF-8.
    let target: String?
    let start = ContinuousClock.now
    let served: ServedConnection
    /// On whose loop the connection lives.
    let daemon: Daemon
    /// Where a stream is written past libmicrohttpd, in chunks; `nil` over TLS, and where the client knows no chunks.
    let plainSocket: PlainSocket?
    let state = Mutex(State())

    init(id: RequestID, served: ServedConnection, on daemon: Daemon, plainSocket: PlainSocket?) {
        self.id = id
        target = served.target?.text
        self.served = served
        self.daemon = daemon
        self.plainSocket = plainSocket
    }

    var connection: Connection { served.connection }

    var isHead: Bool { state.withLock { $0.isHead } }

    /// Takes the handler's answer; wakes the connection where it already waits for it.
    func finish(_ response: Response) {
        enum Turn { case kept, wake, tooLate }
        let turn = state.withLock { state -> Turn in
            switch state.phase {
            case .handling:
                state.phase = .finished(response)
                return .kept
            case .suspended:
                state.phase = .finished(response)
                return .wake
            // The server is stopping: the body may come, without files.
            case .awaitingAdmission(let incoming):
                state.phase = .admitted(incoming)
                return .wake
            // The server has answered in the handler's place while it was stopping.
            case .started, .admitting, .admitted, .receiving, .finished, .answered, .streaming: return .tooLate
            }
        }
        switch turn {
        case .kept: break
        // Only the caller that ended the suspension resumes the connection, so it is resumed once. Not under the lock,
        // for which the connection's thread might wait.
        case .wake: daemon.resume(connection)
        case .tooLate: response.stream?.close(.stopping)
        }
    }

    /// Called when the handler was started: answers at once if it is already done, else lets the connection wait.
    ///
    /// - Parameter willSuspend: called before anyone can wake the connection.
    func responseOrSuspend(_ task: Task<Void, Never>, willSuspend: () -> Void) -> Response? {
        state.withLock { state in
            if case .finished(let response) = state.phase { return response }
            state.phase = .suspended
            state.task = task
            willSuspend()
            MHD_suspend_connection(connection.pointer)
            return nil
        }
    }

    func cancel() {
        state.withLock { $0.task }?.cancel()
    }
}

/// libmicrohttpd's connection. Valid until the request that it was given for has ended.
///
/// `@unchecked Sendable`: libmicrohttpd allows `MHD_resume_connection` from any thread;
/// every other call happens on the connection's own thread, inside one of its callbacks.
struct Connection: @unchecked Sendable {
    let pointer: OpaquePointer
}
