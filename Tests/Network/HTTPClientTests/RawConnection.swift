import Glibc

/// A request as it came over the wire.
struct RawRequest: Sendable {
    let method: String
    let target: String
    /// The header lines, as sent.
    let lines: [String]
    let body: [UInt8]
    /// 1 for the first of its connection.
    let number: Int

    /// The value of the first line with `name`, in any case.
    func value(of name: String) -> String? {
        lines.first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
            .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }
}

/// A connection that a raw server has taken; it stays on its thread.
final class RawConnection {
    private let socket: Int32
    private var unread: [UInt8] = []
    private var requests = 0
    private(set) var isClosed = false

    init(_ socket: Int32) { self.socket = socket }

    /// The next request, whole; `nil` where the client has closed the connection.
    func readRequest() -> RawRequest? {
        guard let head = readHead() else { return nil }
        let lines = head.split(separator: "\r\n").map(String.init)
        let words = lines[0].split(separator: " ").map(String.init)
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: ":")[1].filter { $0 != " " }) }
        while unread.count < length ?? 0 { guard readMore() else { return nil } }
        let body = Array(unread.prefix(length ?? 0))
        unread.removeFirst(body.count)
        requests += 1
        return RawRequest(
            method: words[0], target: words[1], lines: Array(lines.dropFirst()), body: body, number: requests)
    }

    func write(_ text: String) { write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// A whole answer with a body of a known length.
    func answer(_ status: String = "200 OK", headers: String = "", body: [UInt8] = []) {
        write(Array("HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(socket)
    }

    private func readHead() -> String? {
        while true {
            if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
                defer { unread.removeFirst(end.upperBound) }
                return String(decoding: unread[..<end.lowerBound], as: UTF8.self)
            }
            guard readMore() else { return nil }
        }
    }

    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        unread += buffer[..<count]
        return true
    }
}
