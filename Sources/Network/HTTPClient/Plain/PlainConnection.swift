import EventLoops
import Glibc

/// A connection without TLS on which one GET follows another. It is closed with its last reference.
///
/// Not `Sendable`: it stays on the loop's thread.
final class PlainConnection {
    let origin: String
    let socket: Int32
    private let registration: Registration

    /// What has come of an attempt to read.
    enum Arrival {
        case bytes(UnsafeBufferPointer<UInt8>)
        case nothing
        /// Broken, or closed by the server.
        case end
    }

    /// - Parameter socket: connected and not blocking; closed by this object.
    init(to origin: String, on socket: Int32, _ registration: Registration) {
        self.origin = origin
        self.socket = socket
        self.registration = registration
        registration.watch(socket, for: .readable)
    }

    deinit {
        registration.unwatch(socket)
        close(socket)
    }

    /// Bytes that arrived without a request, which would be taken for the next response. The loop may not have been
    /// notified yet.
    var arrival: KeptSockets.Arrival { KeptSockets.arrival(on: socket) }

    /// Whether the system has taken all of it at once, as it does where nothing is on its way.
    func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count
    }

    /// Reads what has come into `buffer`, without waiting.
    func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Arrival {
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .bytes(UnsafeBufferPointer(rebasing: buffer[..<count])) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end
    }
}
