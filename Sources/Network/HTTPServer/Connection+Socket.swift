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
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + Self.mostAround) { frame in
            let length = Self.frame(bytes, in: frame)
            let written = send(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(frame)[..<length]))
            return written == 0 ? nil : Array(frame[written..<length])
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

    /// Puts a chunk together; returns its length.
    private static func frame(_ bytes: [UInt8], in frame: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var length = 0
        func add(_ byte: UInt8) {
            frame[length] = byte
            length += 1
        }
        func endLine() {
            add(UInt8(ascii: "\r"))
            add(UInt8(ascii: "\n"))
        }
        let digits = (Int.bitWidth - bytes.count.leadingZeroBitCount + 3) / 4
        for digit in (0..<digits).reversed() {
            let value = UInt8(truncatingIfNeeded: bytes.count >> (4 * digit) & 15)
            add(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
        }
        endLine()
        _ = UnsafeMutableBufferPointer(rebasing: frame[length...]).update(from: bytes)
        length += bytes.count
        endLine()
        return length
    }
}
