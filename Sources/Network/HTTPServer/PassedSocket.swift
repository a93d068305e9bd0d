import Bytes
import CMicroHTTPD  // its module owns the declaration of `sockaddr` in optimised builds
import Glibc

/// A listening TCP socket that the process was started with, as systemd passes them (socket activation).
///
/// So the site can listen on port 443 without privileges, and connections wait while it restarts. Source: sd_listen_fds(3).
public struct PassedSocket: Sendable {
    /// The first passed descriptor; the others follow.
    private static let firstDescriptor: Int32 = 3

    public let address: ListenAddress
    let descriptor: Int32

    /// The socket that was passed to this process; `nil` if there is none.
    ///
    /// - Parameter environment: of the process. `LISTEN_PID` names the process that the sockets are for, because children
    ///   inherit the variables.
    public init?(environment: [String: String]) throws(ServerError) {
        guard let process = environment["LISTEN_PID"], process == String(getpid()),
            let count = environment["LISTEN_FDS"]
        else { return nil }
        guard count == "1" else { throw .unusablePassedSocket("\(count) were passed, and the site takes one") }
        try self.init(descriptor: Self.firstDescriptor)
    }

    init(descriptor: Int32) throws(ServerError) {
        guard Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
            Self.option(SO_ACCEPTCONN, of: descriptor) == 1, let address = ListenSocket.address(of: descriptor)
        else { throw .unusablePassedSocket("descriptor \(descriptor) is no TCP socket that listens") }
        // As its own sockets: not for children, and no call waits.
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
        else { throw .unusablePassedSocket(String(cString: strerror(errno))) }
        self.descriptor = descriptor
        self.address = address
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var (value, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
