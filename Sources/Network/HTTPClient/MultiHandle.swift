import CCurl
import EventLoops

/// A libcurl multi handle: the connections, and the transfers that use them.
///
/// libcurl says which sockets it waits for and when it wants to be called, and is told what has happened: what it does
/// then grows with what happens, not with the transfers that wait.
///
/// Not `Sendable`: it stays on the loop's thread.
final class MultiHandle {
    private let pointer: OpaquePointer
    private let registration: Registration
    /// When libcurl wants to be called though nothing has happened.
    private var due: ContinuousClock.Instant?

    /// libcurl's process-wide state, made once and kept.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(_ configuration: CurlClient.Configuration, _ registration: Registration) {
        // Started once and with what it was built with, both fail where memory is missing, for which Swift's own objects
        // end the process too.
        guard Self.isLibraryReady, let pointer = curl_multi_init() else { fatalError("libcurl does not start") }
        self.pointer = pointer
        self.registration = registration
        set(CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumConnections)
        set(CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost)
        // How many are kept idle.
        set(CURLMOPT_MAXCONNECTS, configuration.maximumConnections)
        set(CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX)
        connectCallbacks()
    }

    deinit { curl_multi_cleanup(pointer) }

    func add(_ easy: EasyHandle) throws(CurlFailure) {
        guard curl_multi_add_handle(pointer, easy.pointer) == CURLM_OK else { throw CurlFailure(CURLE_FAILED_INIT) }
    }

    /// Takes a transfer out; one that is not over is broken off.
    func remove(_ easy: EasyHandle) {
        curl_multi_remove_handle(pointer, easy.pointer)
    }

    /// Does what is due.
    func advance(_ now: ContinuousClock.Instant) {
        guard let due, due <= now else { return }
        self.due = nil
        act(on: CURL_SOCKET_BAD, 0)
    }

    /// How long it may take until something is due; `nil` where nothing is.
    func rest(_ now: ContinuousClock.Instant) -> Duration? { due.map { max(.zero, $0 - now) } }

    /// Does what has become possible on a socket.
    func act(on event: SocketEvent) {
        // What is wrong with a socket libcurl finds out by using it.
        let isBroken = !event.kinds.isDisjoint(with: .broken)
        var what: Int32 = 0
        if isBroken || event.kinds.contains(.readable) { what |= CURL_CSELECT_IN }
        if isBroken || event.kinds.contains(.writable) { what |= CURL_CSELECT_OUT }
        act(on: event.socket, what)
    }

    /// The next transfer that is over, and how it ended.
    func nextFinished() -> (transfer: Transfer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(pointer, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            var context: UnsafeMutableRawPointer?
            ccurl_easy_get_pointer(easy, CURLINFO_PRIVATE, &context)
            if let context { return (Transfer.at(context), message.pointee.data.result) }
        }
        return nil
    }

    /// - Parameter socket: where something has happened; the bad one where time has passed (CURL_SOCKET_TIMEOUT).
    private func act(on socket: curl_socket_t, _ what: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(pointer, socket, what, &running)
    }

    private func set(_ option: CURLMoption, _ value: Int) {
        ccurl_multi_set_long(pointer, option, value)
    }

    /// Points libcurl's callbacks here. They run on the loop's thread, inside of libcurl's other functions.
    private func connectCallbacks() {
        // The handle has the pointer until `deinit`.
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_set_pointer(pointer, CURLMOPT_SOCKETDATA, context)
        ccurl_multi_set_socket_function(pointer) { _, socket, what, context, mark in
            guard let context else { return 0 }
            let multi = Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
            if what == CURL_POLL_REMOVE {
                multi.registration.unwatch(socket)
            } else {
                var interest: SocketEvent.Kinds = []
                if what & CURL_POLL_IN != 0 { interest.insert(.readable) }
                if what & CURL_POLL_OUT != 0 { interest.insert(.writable) }
                multi.registration.watch(socket, for: interest, isNew: mark == nil)
                // A socket with a mark is one that is waited for; libcurl forgets it with the socket.
                if mark == nil { curl_multi_assign(multi.pointer, socket, context) }
            }
            return 0
        }
        ccurl_multi_set_pointer(pointer, CURLMOPT_TIMERDATA, context)
        ccurl_multi_set_timer_function(pointer) { _, milliseconds, context in
            guard let context else { return 0 }
            let multi = Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
            multi.due = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
            return 0
        }
    }
}
