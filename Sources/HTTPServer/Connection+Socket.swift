import CMicroHTTPD
import Glibc

/// Writing on a connection past libmicrohttpd: only while it is suspended inside of a body, for it has then written all
/// that it was given, and holds nothing back.
extension Connection {
    /// The connection's TCP socket.
    var socket: Int32 { engawa_socket(pointer) }

    /// Writes bytes as a chunk (RFC 9112 §7.1), as far as that is possible without waiting.
    ///
    /// - Returns: what is left of the chunk; `nil` where nothing was written.
    func writeChunk(_ bytes: [UInt8]) -> [UInt8]? {
        // An empty chunk would be the last one.
        guard !bytes.isEmpty else { return [] }
        let head = Array(String(bytes.count, radix: 16).utf8) + Self.lineEnd
        let written = bytes.withUnsafeBytes { body in
            head.withUnsafeBytes { head in
                Self.lineEnd.withUnsafeBytes { engawa_send_parts(socket, head.iovec, body.iovec, $0.iovec) }
            }
        }
        guard written > 0 else { return nil }
        if written == head.count + bytes.count + Self.lineEnd.count { return [] }
        return Array((head + bytes + Self.lineEnd).dropFirst(written))
    }

    /// Writes bytes as they are, as far as that is possible without waiting; returns what is left.
    func write(_ bytes: [UInt8]) -> [UInt8] {
        let written = bytes.withUnsafeBytes {
            send(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
        return Array(bytes.dropFirst(max(0, written)))
    }

    private static let lineEnd = Array("\r\n".utf8)
}

extension UnsafeRawBufferPointer {
    fileprivate var iovec: iovec {
        Glibc.iovec(iov_base: UnsafeMutableRawPointer(mutating: baseAddress), iov_len: count)
    }
}
