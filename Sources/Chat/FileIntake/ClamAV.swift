import Bytes
import Concurrency
import Glibc
import HTTP

/// A ClamAV daemon that looks at files before they are kept.
///
/// It gets the content over its socket (`INSTREAM`, clamd(8)), so it may run on another machine or in another container.
/// Its `StreamMaxLength` has to be as large as a file may be.
public struct ClamAV: Sendable {
    /// Where the daemon listens.
    public enum Address: Sendable, Hashable {
        /// A Unix socket.
        case path(String)
        case host(String, port: UInt16)

        /// Reads `/run/clamav/clamd.ctl`, `clamav:3310` or `[::1]:3310`.
        public init?(_ text: String) {
            if text.utf8.first == UInt8(ascii: "/") {
                guard text.utf8.count <= Self.maximumPathBytes else { return nil }
                self = .path(text)
                return
            }
            guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
                let port = UInt16(text[text.utf8.index(after: colon)...]), port > 0
            else { return nil }
            var host = text[..<colon]
            if host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") {
                host = host.dropFirst().dropLast()
            } else if host.utf8.contains(UInt8(ascii: ":")) {
                return nil
            }
            guard !host.isEmpty else { return nil }
            self = .host(String(host), port: port)
        }

        /// What a `sockaddr_un` holds, without the zero at its end.
        static let maximumPathBytes = 107
    }

    /// What the daemon says of a file.
    public enum Verdict: Sendable, Hashable {
        case clean
        /// The name of what it found.
        case infected(String)
        /// It can't be reached, does not answer in time, or can't look at it; with details for the log.
        case unknown(String)
    }

    /// How long the daemon may take for each part of the file, and for its answer.
    public static let patience = Duration.seconds(60)
    /// How many files are looked at at once, each on a thread of the blocking pool, and how many more may wait.
    static let (atOnce, maximumWaiting) = (2, 256)
    static let partBytes = 64 << 10
    static let maximumAnswerBytes = 1_000

    let address: Address
    private let patience: Duration
    private static let looking = PoolShare(limit: atOnce, maximumWaiting: maximumWaiting)

    public init(_ address: Address) { self.init(address, patience: Self.patience) }

    init(_ address: Address, patience: Duration) {
        self.address = address
        self.patience = patience
    }

    /// - Throws: `BlockingPool.Full`, `CancellationError`.
    public func verdict(on path: String) async throws -> Verdict {
        let (address, patience) = (address, patience)
        return try await Self.looking.run {
            do { return Self.verdict(in: try Self.answer(of: address, on: path, patience)) } catch {
                return .unknown("\(error)")
            }
        }
    }

    /// Reads the answer to `INSTREAM`: `stream: OK`, `stream: NAME FOUND`, or an error.
    static func verdict(in answer: String) -> Verdict {
        let prefix = "stream: "
        let found = " FOUND"
        guard answer.hasUTF8Prefix(prefix) else { return .unknown(answer) }
        let words = answer.utf8.dropFirst(prefix.utf8.count)
        if words.elementsEqual("OK".utf8) { return .clean }
        guard words.count > found.utf8.count, words.suffix(found.utf8.count).elementsEqual(found.utf8) else {
            return .unknown(answer)
        }
        return .infected(String(decoding: words.dropLast(found.utf8.count), as: UTF8.self))
    }

    private struct Fault: Error, CustomStringConvertible { let description: String }

    private static func answer(of address: Address, on path: String, _ patience: Duration) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw fault(path) }
        defer { close(file) }
        let socket = try connected(to: address, patience)
        defer { close(socket) }
        try send(Array("zINSTREAM\0".utf8), to: socket)
        var part = [UInt8](repeating: 0, count: partBytes)
        while true {
            let count = read(file, &part, part.count)
            guard count >= 0 else { throw fault(path) }
            // A part without bytes ends the stream.
            let length = UInt32(count).bigEndian
            try send(withUnsafeBytes(of: length) { Array($0) } + part[..<count], to: socket)
            if count == 0 { break }
        }
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while answer.count < maximumAnswerBytes {
            let count = recv(socket, &byte, 1, 0)
            guard count >= 0 else { throw fault("no answer") }
            if count == 0 || byte == 0 { break }
            answer.append(byte)
        }
        return String(decoding: answer, as: UTF8.self)
    }

    private static func send(_ bytes: [UInt8], to socket: Int32) throws {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes { buffer in
                Glibc.send(socket, buffer.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { throw fault("the daemon takes no more") }
            done += sent
        }
    }

    private static func connected(to address: Address, _ patience: Duration) throws -> Int32 {
        switch address {
        case .path(let path):
            var place = sockaddr_un()
            place.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            return try withUnsafePointer(to: &place) { place in
                try place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    try connected(AF_UNIX, $0, socklen_t(MemoryLayout<sockaddr_un>.size), patience)
                }
            }
        case .host(let host, let port):
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var found: UnsafeMutablePointer<addrinfo>?
            let code = getaddrinfo(host, "\(port)", &hints, &found)
            guard code == 0, let first = found else {
                throw Fault(description: "\(host): \(String(cString: gai_strerror(code)))")
            }
            defer { freeaddrinfo(first) }
            var last: any Error = Fault(description: "\(host) has no address")
            var next: UnsafeMutablePointer<addrinfo>? = first
            while let place = next {
                do {
                    return try connected(
                        place.pointee.ai_family, place.pointee.ai_addr, place.pointee.ai_addrlen, patience)
                } catch { last = error }
                next = place.pointee.ai_next
            }
            throw last
        }
    }

    private static func connected(
        _ family: Int32, _ place: UnsafePointer<sockaddr>, _ length: socklen_t, _ patience: Duration
    ) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw fault("no socket") }
        // They bound connecting, too (socket(7)).
        let (seconds, attoseconds) = patience.components
        var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor, place, length) == 0 else {
            let fault = fault("the daemon can't be reached")
            close(descriptor)
            throw fault
        }
        return descriptor
    }

    private static func fault(_ words: String) -> Fault {
        Fault(description: "\(words): \(String(cString: strerror(errno)))")
    }
}
