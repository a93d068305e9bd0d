import Bytes
import CMicroHTTPD
import Glibc

extension Connection {
    /// The connection's TCP socket.
    var socket: Int32 { engawa_socket(pointer) }
}

/// A connection's socket, written on past libmicrohttpd: only while the connection is suspended inside of a body, for it
/// has then written all that it was given, and holds nothing back.
struct PlainSocket {
    let descriptor: Int32

    /// Writes bytes as a chunk (RFC 9112 §7.1), as far as that is possible without waiting.
    ///
    /// - Returns: what is left of the chunk; `nil` where nothing was written.
    func writeChunk(_ bytes: [UInt8]) -> [UInt8]? {
        // An empty chunk would be the last one.
        guard !bytes.isEmpty else { return [] }
        var chunk = ByteBuffer(capacity: bytes.count + Self.mostAround)
        chunk.append(String(bytes.count, radix: 16))
        chunk.append(literal: "\r\n")
        chunk.append(bytes)
        chunk.append(literal: "\r\n")
        return chunk.withBytes { chunk in
            let written = send(UnsafeRawBufferPointer(chunk))
            return written == 0 ? nil : Array(chunk[written...])
        }
    }

    /// Writes bytes as they are, as far as that is possible without waiting; returns what is left.
    func write(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.dropFirst(bytes.withUnsafeBytes { send($0) }))
    }

    /// How much was written: nothing also where the connection is broken, which libmicrohttpd finds out by itself.
    private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)))
    }

    /// Sixteen digits and two line ends.
    private static let mostAround = 20
}
