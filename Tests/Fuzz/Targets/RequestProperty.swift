import HTTP
import HTTPServer

/// A server answers whatever comes, closes, and hands over only requests that stand in what was sent.
enum RequestProperty {
    /// Statuses of a request that can't be handled, and 200.
    private static let statuses: Set<Int> = [100, 200, 400, 411, 413, 414, 417, 431, 501, 505]

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let server = LiveServer.shared else { throw Violation(description: "no server") }
        guard let (answers, requests) = server.exchange(input) else {
            throw Violation(description: "the connection stays open")
        }
        for request in requests {
            let line = Array(" \(request.target.rawPath)".utf8)
            try require(contains(input, line), "a target that was not sent: \(request.target.rawPath)")
            for field in request.headers.fields {
                let name = field.name.canonical
                try require(
                    contains(input, Array(name.utf8), ignoringCase: true), "a header field that was not sent: \(name)")
            }
            try require(request.headers.values(of: .host).count <= 1, "several hosts")
            if case .bytes(let body) = request.body {
                try require(body.count <= LiveServer.limits.body.bytes, "a body of \(body.count) bytes")
            }
        }
        let taken = count(of: Array("\n\r\ntaken\n".utf8), in: answers)
        try require(taken <= requests.count, "\(taken) answers to \(requests.count) requests")
        guard !answers.isEmpty else { return }
        let line = String(decoding: answers.prefix { $0 != 0x0D }, as: UTF8.self)
        let status = line.utf8.starts(with: "HTTP/1.".utf8) ? Int(line.dropFirst(9).prefix(3)) : nil
        try require(status.map { statuses.contains($0) } ?? false, "the status line \(line)")
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8], ignoringCase: Bool = false) -> Bool {
        guard ignoringCase else { return bytes.firstRange(of: part) != nil }
        return bytes.map(lowercased).firstRange(of: part.map(lowercased)) != nil
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func count(of part: [UInt8], in bytes: [UInt8]) -> Int { bytes.ranges(of: part).count }
}
