import CCurl
import Glibc
import HTTP
import Synchronization

/// Runs transfers on one thread, which alone owns libcurl's multi handle.
///
/// `@unchecked Sendable`: `multi` is used on the engine's thread only, but for `curl_multi_wakeup`, which libcurl
/// allows from any thread and which happens under the inbox's lock, while the handle exists.
/// `transfers`, `transfersByHandle` and `idle` are used on the engine's thread only.
final class Engine: @unchecked Sendable {
    private enum Command {
        case start(Transfer)
        case cancel(TransferID)
    }

    private struct Inbox {
        var commands: [Command] = []
        var isStopping = false
        /// Whether the thread has ended; nothing is taken any more.
        var isClosed = false
    }

    private let configuration: ClientConfiguration
    private let multi: UnsafeMutableRawPointer
    private let inbox = Mutex(Inbox())
    private var transfers: [TransferID: Transfer] = [:]
    private var transfersByHandle: [UnsafeMutableRawPointer: Transfer] = [:]
    /// Easy handles to use again.
    private var idle: [UnsafeMutableRawPointer] = []

    private static let maximumIdleHandles = 64
    /// How long the thread sleeps where nothing happens; libcurl wakes it earlier for its own timeouts.
    private static let pollMilliseconds: Int32 = 60_000
    private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    init(_ configuration: ClientConfiguration) throws(ClientStartError) {
        guard Self.isCurlReady, let multi = curl_multi_init() else {
            throw ClientStartError(description: "libcurl can't be initialised")
        }
        self.configuration = configuration
        self.multi = multi
        engawa_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
        engawa_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.connections)
        engawa_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        var thread = pthread_t()
        // The thread keeps the engine until it ends.
        let context = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Engine>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            curl_multi_cleanup(multi)
            throw ClientStartError(description: "no thread: \(String(cString: strerror(status)))")
        }
        pthread_detach(thread)
    }

    func start(_ transfer: Transfer) {
        if !post(.start(transfer)) { transfer.finish(.failure(transfer.error(.cancelled, "the client has stopped"))) }
    }

    func cancel(_ id: TransferID) { _ = post(.cancel(id)) }

    func stop() {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return }
            inbox.isStopping = true
            curl_multi_wakeup(multi)
        }
    }

    private func post(_ command: Command) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            // One waking is enough for all that is in the inbox when the thread looks.
            if inbox.commands.isEmpty { curl_multi_wakeup(multi) }
            inbox.commands.append(command)
            return true
        }
    }

    private func run() {
        while takeCommands() {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            takeResults()
            curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil)
        }
        close()
    }

    /// Carries out what is in the inbox. - Returns: whether to go on.
    private func takeCommands() -> Bool {
        let (commands, isStopping) = inbox.withLock { inbox in
            defer { inbox.commands = [] }
            return (inbox.commands, inbox.isStopping)
        }
        for command in commands {
            switch command {
            case .start(let transfer): add(transfer)
            case .cancel(let id):
                if let transfer = transfers[id] { end(transfer, .failure(transfer.error(.cancelled, "cancelled"))) }
            }
        }
        return !isStopping
    }

    private func add(_ transfer: Transfer) {
        guard let easy = idle.popLast() ?? curl_easy_init() else {
            transfer.finish(.failure(transfer.error(.cannotConnect, "no handle")))
            return
        }
        transfer.prepare(easy, configuration)
        transfers[transfer.id] = transfer
        transfersByHandle[easy] = transfer
        let code = curl_multi_add_handle(multi, easy)
        if code != CURLM_OK {
            end(transfer, .failure(transfer.error(.cannotConnect, String(cString: curl_multi_strerror(code)))))
        }
    }

    private func takeResults() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = transfersByHandle[easy]
            else { continue }
            end(transfer, transfer.result(message.pointee.data.result))
        }
    }

    private func end(_ transfer: Transfer, _ result: Result<ClientResponse, TransportError>) {
        transfers[transfer.id] = nil
        if let easy = transfer.release() {
            transfersByHandle[easy] = nil
            curl_multi_remove_handle(multi, easy)
            curl_easy_reset(easy)
            if idle.count < Self.maximumIdleHandles { idle.append(easy) } else { curl_easy_cleanup(easy) }
        }
        transfer.finish(result)
    }

    private func close() {
        let late = inbox.withLock { inbox in
            inbox.isClosed = true
            return inbox.commands
        }
        for case .start(let transfer) in late {
            transfer.finish(.failure(transfer.error(.cancelled, "the client has stopped")))
        }
        for transfer in Array(transfers.values) {
            end(transfer, .failure(transfer.error(.cancelled, "the client has stopped")))
        }
        for easy in idle { curl_easy_cleanup(easy) }
        curl_multi_cleanup(multi)
    }
}
