import Foundation
import HTTP
import RepositoryBehaviour
import Synchronization

/// Listens to a conversation as a browser on a bad line does: reads slowly at times, is cut off in the middle of whatever
/// there is, and comes back with the last event that it has read whole.
final class RestlessWatcher: Sendable {
    private struct State {
        /// The messages that were told, in their order.
        var posted: [String] = []
        var faults: [String] = []
        var cuts = 0
        var isCalm = false
        var isStopping = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let port: UInt16
    private let path: String
    private let cookie: String

    /// - Parameter after: the event that the page was made after.
    init(_ site: SiteUnderTest, _ browser: Browser, path: String, after: String, seed: UInt64) {
        port = UInt16(site.url.split(separator: ":").last ?? "") ?? 0
        self.path = path
        cookie = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        Thread { [self] in
            var random = SeededGenerator(seed: seed)
            var last = after
            while !state.withLock({ $0.isStopping }) { listen(from: &last, &random) }
            state.withLock { $0.isOver = true }
        }.start()
    }

    var posted: [String] { state.withLock { $0.posted } }
    var faults: [String] { state.withLock { $0.faults } }
    var cuts: Int { state.withLock { $0.cuts } }
    var isOver: Bool { state.withLock { $0.isOver } }

    /// From now on it stays, and reads as fast as it can.
    func calmDown() { state.withLock { $0.isCalm = true } }

    func stop() { state.withLock { $0.isStopping = true } }

    private func listen(from last: inout String, _ random: inout SeededGenerator) {
        guard let socket = Self.connect(port) else { return complain("it can't connect") }
        defer { close(socket) }
        let request =
            "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\nLast-Event-ID: \(last)\r\n\r\n"
        _ = Array(request.utf8).withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        let end = Date.now.addingTimeInterval(.random(in: 0...1.5, using: &random))
        var body = EventBody()
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while true {
            let (isCalm, isStopping) = state.withLock { ($0.isCalm, $0.isStopping) }
            if isStopping { return }
            if !isCalm, Date.now >= end {
                state.withLock { $0.cuts += 1 }
                if Bool.random(using: &random) { Self.reset(socket) }
                return
            }
            if !isCalm, Int.random(in: 0..<40, using: &random) == 0 {
                usleep(.random(in: 0..<600_000, using: &random))
            }
            let count = recv(socket, &buffer, buffer.count, 0)
            // Nothing came in time: perhaps it is to leave.
            if count < 0, errno == EAGAIN { continue }
            guard count > 0 else { return }
            for event in body.read(buffer[..<count]) { take(event, &last) }
            if let status = body.status, status != 200 { return complain("status \(status)") }
            // It was too slow, or so the server ends it: it comes back.
            if body.isEnded { return }
        }
    }

    private func take(_ event: EventStreamReader.Event, _ last: inout String) {
        if let id = event.id {
            if event.name != "ready", (UInt64(id) ?? 0) <= (UInt64(last) ?? 0) {
                complain("event \(id) (\(event.name)) after \(last)")
            }
            last = id
        }
        switch event.name {
        case "posted":
            guard let id = event.data["message"] as? String else { return complain("a message without id") }
            state.withLock { $0.posted.append(id) }
        case "refresh", "gone": complain(event.name)
        default: break
        }
    }

    private func complain(_ fault: String) { state.withLock { $0.faults.append(fault) } }

    /// A connection whose client takes little at once, so that the server soon has to wait with the rest.
    private static func connect(_ port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        func set<Value>(_ level: Int32, _ option: Int32, _ value: Value) {
            withUnsafePointer(to: value) {
                _ = setsockopt(descriptor, level, option, $0, socklen_t(MemoryLayout<Value>.size))
            }
        }
        set(SOL_SOCKET, SO_RCVBUF, Int32(4_096))
        set(Int32(IPPROTO_TCP), TCP_MAXSEG, Int32(536))
        set(SOL_SOCKET, SO_RCVTIMEO, timeval(tv_sec: 0, tv_usec: 50_000))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func reset(_ socket: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }
}

/// Takes an event stream apart as it comes: head, chunks (RFC 9112 §7.1), events.
private struct EventBody {
    private(set) var status: Int?
    private(set) var isEnded = false
    private var bytes: [UInt8] = []
    private var text: [UInt8] = []

    /// The events that are whole now.
    mutating func read(_ more: ArraySlice<UInt8>) -> [EventStreamReader.Event] {
        bytes += more
        if status == nil {
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return [] }
            let line = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: " ")
            status = line.count > 1 ? Int(line[1]) ?? 0 : 0
            bytes.removeSubrange(..<end.upperBound)
        }
        while let line = bytes.firstRange(of: Array("\r\n".utf8)),
            let size = Int(String(decoding: bytes[..<line.lowerBound], as: UTF8.self), radix: 16),
            bytes.count >= line.upperBound + size + 2
        {
            text += bytes[line.upperBound..<(line.upperBound + size)]
            bytes.removeSubrange(..<(line.upperBound + size + 2))
            if size == 0 { isEnded = true }
        }
        var events: [EventStreamReader.Event] = []
        while let end = text.firstRange(of: Array("\n\n".utf8)) {
            if let event = EventStreamReader.Event(String(decoding: text[..<end.lowerBound], as: UTF8.self)) {
                events.append(event)
            }
            text.removeSubrange(..<end.upperBound)
        }
        return events
    }
}
