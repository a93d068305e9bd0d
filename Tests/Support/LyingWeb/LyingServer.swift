import Foundation
import Glibc
import Synchronization
public import Testing

/// A server on loopback that sends the bytes it is given, and records its requests.
public final class LyingServer: Sendable {
    public enum Reply: Sendable, CustomTestStringConvertible {
        case bytes([UInt8])
        /// These bytes after a delay.
        case late(Duration, [UInt8])
        case never

        /// Its start, because it may be long.
        public var testDescription: String {
            switch self {
            case .bytes(let bytes), .late(_, let bytes):
                String(decoding: bytes.prefix(80), as: UTF8.self).debugDescription
            case .never: "never"
            }
        }

        /// 200 with a body and a content type.
        public static func ok(_ body: [UInt8], type: String = "image/png") -> Reply {
            .bytes(
                Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
        }

        public static func status(_ status: String) -> Reply {
            .bytes(Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".utf8))
        }

        public static func redirect(_ location: String, status: String = "302 Found") -> Reply {
            .bytes(Array("HTTP/1.1 \(status)\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n".utf8))
        }
    }

    public let port: UInt16
    private let listener: Int32
    private struct State {
        var heads: [String] = []
        var paths: [String] = []
        var underWay = 0
        var mostUnderWay = 0
    }
    private let state = Mutex(State())
    private let reply: @Sendable (_ path: String) -> Reply

    /// The requested paths.
    public var paths: [String] { state.withLock { $0.paths } }
    /// The heads of the requests, as they came.
    public var heads: [String] { state.withLock { $0.heads } }
    /// How many requests it has answered at once.
    public var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    /// - Parameter reply: the reply for a path.
    public init(_ reply: @escaping @Sendable (_ path: String) -> Reply) {
        self.reply = reply
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = withUnsafeMutablePointer(to: &address) { [listener] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, length) == 0 && listen(listener, 128) == 0)
                getsockname(listener, address, &length)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        Thread.detachNewThread { [weak self, listener] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// One request and one response.
    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var head = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !head.contains("\r\n\r\n") {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            head += String(decoding: buffer[..<count], as: UTF8.self)
        }
        let path = String(head.split(separator: " ")[1])
        state.withLock { [head] state in
            state.heads.append(head)
            state.paths.append(path)
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
        }
        switch reply(path) {
        case .bytes(let bytes): finish(connection, bytes)
        case .late(let delay, let bytes):
            usleep(UInt32(delay / .microseconds(1)))
            finish(connection, bytes)
        case .never: while recv(connection, &buffer, buffer.count, 0) > 0 {}
        }
    }

    private func finish(_ connection: Int32, _ bytes: [UInt8]) {
        // Before the client can know of the answer, and ask for more.
        state.withLock { $0.underWay -= 1 }
        send(connection, bytes)
    }

    private func send(_ connection: Int32, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
