import Bytes
import CCurl
import Glibc

extension Transfer {
    /// Lets libcurl open sockets only to addresses that the client's rule allows.
    ///
    /// libcurl asks before each socket, with the address that it is about to connect to; where it is refused, it tries
    /// the name's next address. A kept connection was opened under the same rule, for a client has one.
    func checkAddresses(_ context: UnsafeMutableRawPointer) throws(CurlFailure) {
        if case .any = addresses { return }
        try easy.set(CURLOPT_OPENSOCKETDATA, context)
        try easy.setOpenSocket(Self.openSocket)
    }

    private static let openSocket:
        @convention(c) (UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t =
            { context, _, address in
                guard let context, let address else { return CURL_SOCKET_BAD }
                let transfer = Transfer.at(context)
                let (family, kind) = (address.pointee.family, address.pointee.socktype)
                guard let ip = IPAddress(address), transfer.addresses.allows(ip) else {
                    transfer.isAddressRefused = true
                    return CURL_SOCKET_BAD
                }
                return socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
            }
}

extension IPAddress {
    /// What libcurl is about to connect to. `addr` is declared as a `sockaddr`, and is as long as `addrlen` says.
    fileprivate init?(_ address: UnsafeMutablePointer<curl_sockaddr>) {
        guard let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address) + start, count: Int(address.pointee.addrlen))
        self.init(socketAddress: bytes)
    }
}
