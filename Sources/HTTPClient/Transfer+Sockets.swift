import CCurl
import Glibc

extension Transfer {
    /// Lets libcurl open sockets only where the client's rule allows it.
    ///
    /// libcurl asks before each socket, with the address that it is about to connect to; where it is refused, it tries
    /// the name's next address. A kept connection was opened under the same rule, for a client has one.
    func connectSockets(_ context: UnsafeMutableRawPointer) throws(CurlFailure) {
        try easy.set(CURLOPT_OPENSOCKETDATA, context)
        try easy.setOpenSocket { context, _, address in
            guard let context, let address, Transfer.at(context).allowsConnecting(to: IPAddress(address)) else {
                return CURL_SOCKET_BAD
            }
            let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
            return socket(address.pointee.family, kind, address.pointee.protocol)
        }
    }
}

extension IPAddress {
    /// What libcurl is about to connect to. `addr` is declared as a `sockaddr`, and is as long as `addrlen` says.
    fileprivate init?(_ address: UnsafeMutablePointer<curl_sockaddr>) {
        guard let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address) + start, count: Int(address.pointee.addrlen))
        self.init(socketAddress: bytes, family: address.pointee.family)
    }
}
