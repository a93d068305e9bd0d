import Foundation
import Glibc

/// A client that keeps a stream open, and takes the chunks (RFC 9112 §7.1) apart.
///
/// `@unchecked Sendable`: used by one test at a time.
final class StreamClient: @unchecked Sendable {
    private let raw: RawClient
    /// What was read and not yet taken apart.
    private var bytes: [UInt8] = []
    private(set) var head = ""
    /// Whether the last chunk has come.
    private var isAtEnd = false

    /// Asks for a stream, and waits for its head.
    init(port: UInt16, target: String = "/", method: String = "GET") async throws {
        raw = try RawClient(port: port)
        await ask(target, method: method)
    }

    /// Asks again on the same connection, and waits for the head of the answer.
    func ask(_ target: String, method: String = "GET") async {
        raw.send("\(method) \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        head = await onThread { self.readHead() }
    }

    /// What comes up to `text`, where a chunk ends, a heartbeat at a chunk's start left out; `nil` where the stream ended before.
    func text(until text: String) async -> String? {
        await onThread {
            let (end, heartbeat) = (Array(text.utf8), Array(":\n\n".utf8))
            var seen: [UInt8] = []
            while seen.suffix(end.count) != end[...] {
                guard let chunk = self.readChunk(), !chunk.isEmpty else { return nil }
                seen += chunk.starts(with: heartbeat) ? chunk.dropFirst(heartbeat.count) : chunk[...]
            }
            return String(decoding: seen, as: UTF8.self)
        }
    }

    /// Whether so many heartbeats come, and nothing else.
    func heartbeats(_ count: Int) async -> Bool {
        await onThread {
            var seen: [UInt8] = []
            while seen.count < 3 * count, let chunk = self.readChunk(), !chunk.isEmpty { seen += chunk }
            return seen.starts(with: [[UInt8]](repeating: Array(":\n\n".utf8), count: count).joined())
        }
    }

    /// Everything that still comes, heartbeats too, and whether it came to a proper end.
    func rest() async -> (text: String, isWhole: Bool) {
        await onThread {
            var seen: [UInt8] = []
            while let chunk = self.readChunk(), !chunk.isEmpty { seen += chunk }
            return (String(decoding: seen, as: UTF8.self), self.isAtEnd)
        }
    }

    func reset() { raw.reset() }

    private func readHead() -> String {
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                defer { bytes.removeSubrange(..<end.upperBound) }
                return String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            }
            guard let more = raw.read() else { return "" }
            bytes += more
        }
    }

    /// One chunk, empty at the end of the stream; `nil` where the connection was broken off.
    private func readChunk() -> [UInt8]? {
        while true {
            if let line = bytes.firstRange(of: Array("\r\n".utf8)) {
                guard let size = Int(String(decoding: bytes[..<line.lowerBound], as: UTF8.self), radix: 16) else {
                    return nil
                }
                let end = line.upperBound + size
                if bytes.count >= end + 2 {
                    defer { bytes.removeSubrange(..<(end + 2)) }
                    isAtEnd = size == 0
                    return Array(bytes[line.upperBound..<end])
                }
            }
            guard let more = raw.read() else { return nil }
            bytes += more
        }
    }
}
