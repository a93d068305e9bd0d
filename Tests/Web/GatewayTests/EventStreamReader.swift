import Eventually
import Foundation
import Synchronization
import Testing

/// Reads an event stream over a socket of its own, as a browser does.
final class EventStreamReader: Sendable {
    struct Event: Sendable {
        var id: String?
        var name = ""
        var data: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:] }
        var json = ""
        var html: String { data["html"] as? String ?? "" }

        /// - Parameter block: the lines up to an empty one; `nil` where there is no event among them.
        init?(_ block: String) {
            for line in block.components(separatedBy: "\n") {
                if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
                if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
                if line.hasPrefix("data: ") { json = String(line.dropFirst(6)) }
            }
            if name.isEmpty { return nil }
        }
    }

    private let socket: Int32
    private let state = Mutex((bytes: [UInt8](), isEnded: false))

    /// - Parameter path: with its query.
    init(url: String, path: String, headers: [String: String]) throws {
        let parts = try #require(URLComponents(string: url))
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(parts.port ?? 80).bigEndian
        address.sin_addr.s_addr = inet_addr(parts.host ?? "")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
        var request = "GET \(path) HTTP/1.1\r\nHost: \(parts.host ?? ""):\(parts.port ?? 80)\r\n"
        for (name, value) in headers { request += "\(name): \(value)\r\n" }
        request += "\r\n"
        _ = request.utf8CString.withUnsafeBufferPointer { send(socket, $0.baseAddress, $0.count - 1, 0) }
        let descriptor = socket
        // A blocking read has a thread of its own: tasks have but two between them.
        Thread { [self] in
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                state.withLock { $0.bytes += buffer[..<count] }
            }
            state.withLock { $0.isEnded = true }
        }.start()
    }

    /// Cuts the wire.
    func close() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Whether the body is over, or the wire is cut.
    var isEnded: Bool { state.withLock { $0.isEnded || $0.bytes.suffix(7) == Array("\r\n0\r\n\r\n".utf8)[...] } }

    /// The status line and the header fields.
    var head: String { String(decoding: parts.head, as: UTF8.self) }

    /// The body until now, without the sizes of its chunks.
    var text: String {
        var rest = parts.body
        var text: [UInt8] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")),
            let size = Int(
                String(decoding: rest[..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines), radix: 16
            )
        {
            let chunk = rest[(end + 1)...].prefix(size)
            text += chunk
            guard chunk.count == size else { break }
            rest = rest[(end + 1 + size)...].dropFirst(2)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private var parts: (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>) {
        let bytes = state.withLock { $0.bytes }
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return (bytes[...], []) }
        return (bytes[..<end.lowerBound], bytes[end.upperBound...])
    }

    /// The events until now.
    var events: [Event] {
        text.components(separatedBy: "\n\n").compactMap { Event($0) }
    }

    func events(_ name: String) -> [Event] { events.filter { $0.name == name } }

    /// Waits until `condition` is true.
    func wait(
        sourceLocation: SourceLocation = #_sourceLocation, _ condition: @Sendable (EventStreamReader) -> Bool
    ) async throws {
        do {
            try await eventually(sourceLocation: sourceLocation) { condition(self) }
        } catch {
            Issue.record("read: \(head)\n\(text.suffix(600)), ended: \(isEnded)", sourceLocation: sourceLocation)
            throw error
        }
    }
}
