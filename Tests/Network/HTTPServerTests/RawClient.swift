import Foundation
import Glibc

/// A TCP client that says exactly what it is told, and half of it if need be.
///
/// `@unchecked Sendable`: used by one test at a time.
final class RawClient: @unchecked Sendable {
    let descriptor: Int32

    /// - Parameter source: the address to come from, one of 127.0.0.0/8.
    init(port: UInt16, from source: UInt32 = 0x7F00_0001) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr.s_addr = source.bigEndian
        withUnsafePointer(to: &own) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Whether there is something to read, or comes within `time`.
    func hasAnswer(within time: Duration) -> Bool {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waited, 1, Int32(time / .milliseconds(1))) > 0
    }

    /// Reads one response: its head, and a body of the length that the head says (none where it answers HEAD).
    func response(isHead: Bool = false) async -> RawResponse? { await onThread { self.readResponse(isHead) } }

    private func readResponse(_ isHead: Bool) -> RawResponse? {
        var bytes: [UInt8] = []
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                var response = RawResponse(head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self))
                let length = isHead ? 0 : response.header("content-length").flatMap { Int($0) } ?? 0
                while bytes.count < end.upperBound + length, let more = read() { bytes += more }
                response.body = String(decoding: bytes[end.upperBound...], as: UTF8.self)
                return response
            }
            guard let more = read() else { return nil }
            bytes += more
        }
    }

    /// Whether the other side has closed, waiting for it up to the time-out.
    func isClosed() async -> Bool { await onThread { self.read() == nil } }

    /// Says that it sends nothing more, and goes on reading.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Everything that comes until the connection is closed.
    func all() async -> String {
        await onThread {
            var text: [UInt8] = []
            while let part = self.read() { text += part }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Goes away without a word, in the middle of whatever there is.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

struct RawResponse {
    let head: String
    var body = ""

    var status: Int { Int(head.split(separator: " ")[1]) ?? 0 }

    func header(_ name: String) -> String? {
        head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix("\(name):") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}

/// Runs `body` on a thread of its own: a test that blocks would take the place of the handler it waits for.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
