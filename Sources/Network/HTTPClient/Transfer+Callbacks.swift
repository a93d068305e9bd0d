import CCurl
import Glibc

extension Transfer {
    /// Points libcurl's callbacks here. They run on the loop's thread, within `MultiHandle.perform`.
    func connectCallbacks() throws(CurlFailure) {
        // The loop keeps the transfer for as long as the handle has these pointers.
        let context = Unmanaged.passUnretained(self).toOpaque()
        try easy.set(CURLOPT_PRIVATE, context)
        try easy.set(CURLOPT_PREREQDATA, context)
        try easy.set(CURLOPT_HEADERDATA, context)
        try easy.set(CURLOPT_WRITEDATA, context)
        try checkAddresses(context)
        if easy.isSetUp { return }
        try easy.setPrerequest { context, remoteAddress, localAddress, remotePort, localPort in
            guard let context else { return CURL_PREREQFUNC_ABORT }
            let ends = KeptSockets.Ends(
                remoteAddress: remoteAddress.map { String(cString: $0) } ?? "", remotePort: Int(remotePort),
                localAddress: localAddress.map { String(cString: $0) } ?? "", localPort: Int(localPort))
            return Transfer.at(context).allowsSending(over: ends) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        try easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.hand(bytes, size * count, to: context) { $0.receiveHeader($1) }
        }
        try easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.hand(bytes, size * count, to: context) { $0.receiveBody($1) }
        }
    }

    /// Lets libcurl read the body of the request from its file.
    func connectSource() throws(CurlFailure) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try easy.set(CURLOPT_READDATA, context)
        try easy.set(CURLOPT_SEEKDATA, context)
        try easy.set(CURLOPT_READFUNCTION) { bytes, size, count, context in
            guard let context, let source = Transfer.at(context).source else { return Int(CURL_READFUNC_ABORT) }
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return source.read(into: buffer) ?? Int(CURL_READFUNC_ABORT)
        }
        try easy.setSeek { context, offset, origin in
            guard let context, origin == SEEK_SET, let source = Transfer.at(context).source,
                source.seek(to: Int64(offset))
            else { return CURL_SEEKFUNC_FAIL }
            return CURL_SEEKFUNC_OK
        }
    }

    static func at(_ context: UnsafeMutableRawPointer) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// How many bytes were taken: any number but `count` makes libcurl break off.
    private static func hand(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, to context: UnsafeMutableRawPointer?,
        _ receive: (Transfer, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Int {
        guard let context else { return refused }
        let taken = UnsafeRawBufferPointer(start: bytes, count: count).withMemoryRebound(to: UInt8.self) {
            receive(Transfer.at(context), $0)
        }
        return taken ? count : refused
    }

    /// Not 0, which for an empty chunk would mean that all of it was taken.
    private static var refused: Int { Int(CURL_WRITEFUNC_ERROR) }
}
