import Foundation
import Glibc
import Synchronization

/// A TCP server that answers with whatever bytes it is told to, and counts what it was sent.
final class MisbehavingServer: Sendable {
    /// What to do with a request.
    enum Behaviour: Sendable {
        /// These bytes, in pieces, and wait for the next request.
        case answer([String])
        /// These bytes, and close.
        case answerAndClose(String)
        case close
        case never
    }

    let port: UInt16
    private let listener: Int32
    private let seen = Mutex<[String]>([])
    private let behaviour: @Sendable (_ request: String, _ number: Int) -> Behaviour

    /// The requests that arrived, whole.
    var requests: [String] { seen.withLock { $0 } }

    /// - Parameter behaviour: what to do with a request; `number` counts from 0 on its connection.
    init(_ behaviour: @escaping @Sendable (_ request: String, _ number: Int) -> Behaviour) {
        self.behaviour = behaviour
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
                guard connection >= 0 else { return }
                guard let self else { return }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var number = 0
        while let request = read(connection) {
            seen.withLock { $0.append(request) }
            switch behaviour(request, number) {
            case .answer(let pieces):
                for (index, piece) in pieces.enumerated() {
                    if index > 0 { usleep(20_000) }
                    write(connection, piece)
                }
            case .answerAndClose(let text):
                write(connection, text)
                return
            case .close: return
            case .never: while read(connection) != nil {}
            }
            number += 1
        }
    }

    private func write(_ connection: Int32, _ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// One request with its body; `nil` when the client has gone.
    private func read(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let length =
                    text[..<end.lowerBound].lowercased().components(separatedBy: "content-length: ").dropFirst().first
                    .flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
                if text[end.upperBound...].utf8.count >= length { return text }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }
}
