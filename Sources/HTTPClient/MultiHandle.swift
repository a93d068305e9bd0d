import CCurl

/// A libcurl multi handle: the connections, and the transfers that use them.
///
/// `@unchecked Sendable`: only the loop's thread calls it, but for `wakeUp`,
/// which libcurl allows from any thread (curl_multi_wakeup(3)) and the mailbox calls under its lock.
final class MultiHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// libcurl's process-wide state, made once and kept.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(_ configuration: CurlClient.Configuration) {
        guard Self.isLibraryReady, let pointer = curl_multi_init() else { fatalError("libcurl does not start") }
        self.pointer = pointer
        set(CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumConnections)
        set(CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost)
        // How many are kept idle.
        set(CURLMOPT_MAXCONNECTS, configuration.maximumConnections)
        set(CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX)
    }

    deinit { curl_multi_cleanup(pointer) }

    func add(_ easy: EasyHandle) throws(CurlFailure) {
        guard curl_multi_add_handle(pointer, easy.pointer) == CURLM_OK else { throw CurlFailure(CURLE_FAILED_INIT) }
    }

    /// Takes a transfer out; one that is not over is broken off.
    func remove(_ easy: EasyHandle) {
        curl_multi_remove_handle(pointer, easy.pointer)
    }

    /// Does what can be done without waiting.
    func perform() {
        var running: Int32 = 0
        curl_multi_perform(pointer, &running)
    }

    /// Waits until something happens on a connection, `wakeUp` is called, or `time` has passed.
    func wait(atMost time: Duration) {
        curl_multi_poll(pointer, nil, 0, Int32(clamping: time.wholeMilliseconds), nil)
    }

    func wakeUp() {
        curl_multi_wakeup(pointer)
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

    private func set(_ option: CURLMoption, _ value: Int) {
        ccurl_multi_set_long(pointer, option, value)
    }
}
