import HTTP
import Testing

@testable import HTTPClient

/// Random answers, the same in every run: some plain, some not, some damaged.
@Suite struct PlainAnswerFuzzTests {
    private static let answersOfSeed = 400
    private static let seeds = 0..<8

    private static let configuration = Way.libcurl.configuration {
        $0.maximumHeadSize = .kibibytes(1)
        $0.maximumBodySize = .bytes(100)
    }

    private static func answers(_ seed: Int) -> [[UInt8]] {
        var random = Randomness(state: UInt64(seed))
        return (0..<answersOfSeed).map { _ in RandomAnswer.make(&random) }
    }

    /// What is made of an answer that comes in parts, which begin at `cuts`.
    private func read(_ bytes: [UInt8], cuts: [Int] = []) -> PlainAnswer.Progress {
        var answer = PlainAnswer(Self.configuration)
        var progress = PlainAnswer.Progress.incomplete
        var start = 0
        for end in cuts + [bytes.count] where progress == .incomplete {
            progress = bytes[start..<end].withUnsafeBufferPointer { answer.receive($0) }
            start = end
        }
        return progress
    }

    @Test(arguments: seeds) func `an answer is the same wherever it is cut`(seed: Int) {
        for bytes in Self.answers(seed) {
            let whole = read(bytes)
            var cuttings = bytes.indices.map { [$0] }
            cuttings.append(Array(bytes.indices))
            let differing = cuttings.first { cuts in
                let progress = read(bytes, cuts: cuts)
                // Whether more follows the answer is not known where it is cut just there.
                return whole.response == nil ? progress != whole : progress.response != whole.response
            }
            #expect(differing == nil, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    @Test(arguments: seeds) func `only what can be read in one way is read`(seed: Int) {
        var counts = (complete: 0, incomplete: 0, unexpected: 0)
        for bytes in Self.answers(seed) {
            switch read(bytes) {
            case .incomplete: counts.incomplete += 1
            case .unexpected: counts.unexpected += 1
            case .complete(let response, let keepsConnection):
                counts.complete += 1
                let fault = Fault.in(bytes, response, keepsConnection: keepsConnection, Self.configuration)
                #expect(fault == nil, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
            }
        }
        // The answers are of all kinds.
        #expect(counts.complete > 50 && counts.incomplete > 20 && counts.unexpected > 50)
    }

    @Test(arguments: seeds) func `libcurl reads the same where anything is read`(seed: Int) async throws {
        let answers = Self.answers(seed).compactMap { bytes in read(bytes).response.map { (bytes, $0) } }
        let client = CurlClient(Self.configuration)
        try await RawServer.run { request, connection in
            if let index = Int(request.target.dropFirst()) { connection.write(answers[index].0) }
            connection.close()
        } body: { server in
            for (index, (bytes, response)) in answers.enumerated() {
                let text = String(decoding: bytes, as: UTF8.self).debugDescription
                do throws(TransportError) {
                    let other = try await client.send(ClientRequest(.get, "\(server.url)/\(index)"))
                    #expect(other == response, "\(text)")
                } catch {
                    Issue.record("\(error): \(text)")
                }
                // The server has closed the connection then; before, libcurl might send the next request on it.
                try await server.waitForServed(index + 1)
            }
        }
    }
}

/// Why an answer should not have been read as it was, by the rules of RFC 9112 §6.3 applied to the text.
private enum Fault {
    static func `in`(
        _ bytes: [UInt8], _ response: ClientResponse, keepsConnection: Bool, _ limits: CurlClient.Configuration
    ) -> String? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return "no end of the head" }
        let lines = bytes[..<end.lowerBound].split(separator: Array("\r\n".utf8), omittingEmptySubsequences: false)
        guard end.upperBound <= limits.maximumHeadSize.bytes else { return "a head over the limit" }
        if lines.joined().contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) { return "an odd line end" }
        let statusLine = String(decoding: lines[0], as: UTF8.self)
        guard statusLine.hasPrefix("HTTP/1.1 \(response.status)"), statusLine.dropFirst(12).first ?? " " == " " else {
            return "another status"
        }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), !line.prefix(1).contains(32) else {
                return "a line that is no field"
            }
            let value = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
            let length = (value.lastIndex { $0 != 32 && $0 != 9 } ?? value.startIndex - 1) + 1
            fields.append(
                (
                    String(decoding: line[..<colon], as: UTF8.self).lowercased(),
                    String(decoding: value[..<length], as: UTF8.self)
                ))
        }
        if fields.contains(where: { $0.name == "transfer-encoding" || $0.name == "content-encoding" }) {
            return "a coding"
        }
        let rest = bytes[end.upperBound...]
        let hasBody = response.status != .noContent && response.status != .notModified
        if hasBody,
            fields.filter({ $0.name == "content-length" }).map(\.value).map({ Int($0) }) != [response.body.count]
        {
            return "another length"
        }
        guard response.body.count <= limits.maximumBodySize.bytes else { return "a body over the limit" }
        guard rest.starts(with: response.body), hasBody || response.body.isEmpty else { return "another body" }
        guard keepsConnection else { return nil }
        if rest.count != response.body.count { return "a connection kept with bytes behind the answer" }
        let isKept = fields.allSatisfy { $0.name != "connection" || $0.value.lowercased() == "keep-alive" }
        return isKept ? nil : "a connection kept that was to be closed"
    }
}

/// Puts answers together from parts that a server may send, and damages some.
private enum RandomAnswer {
    private static let statusLines = [
        "HTTP/1.1 404 Not Found\r\n", "HTTP/1.1 204 No Content\r\n", "HTTP/1.1 304 Not Modified\r\n",
        "HTTP/1.1 200\r\n", "HTTP/1.0 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
        "HTTP/1.1 +200 OK\r\n", "HTTP/1.1 0200 OK\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 200 OK\n", "HTTP/2 200\r\n",
    ]
    private static let plainFields = [
        "X: 1\r\n", "X-Empty:\r\n", "Connection: keep-alive\r\n", "Content-Type: application/json\r\n",
        "Set-Cookie: a=1\r\n", "X-Text:\t縁側 \r\n", "X: a:b\r\n",
    ]
    private static let oddFields = [
        "Connection: close\r\n", "Connection: keep-alive, X\r\n", "Transfer-Encoding: chunked\r\n",
        "Content-Encoding: gzip\r\n", " folded\r\n", "X: \0\r\n", "X : 1\r\n", "no colon\r\n", "X: a\rb\r\n",
        "Transfer-Encoding : chunked\r\n", "X: \(String(repeating: "x", count: 600))\r\n", "content-length: 1\r\n",
    ]

    static func make(_ random: inout Randomness) -> [UInt8] {
        var body = [UInt8](repeating: 0, count: random.below(8) == 0 ? random.below(150) : random.below(20))
        for index in body.indices { body[index] = UInt8(random.below(256)) }
        if random.below(10) == 0 { body = Array("5\r\nhello\r\n0\r\n\r\n".utf8) }
        var fields = (0..<random.below(4)).map { _ in
            random.below(8) == 0 ? random.pick(oddFields) : random.pick(plainFields)
        }
        fields.insert(length(of: body, &random), at: random.below(fields.count + 1))
        var head = random.below(3) == 0 ? random.pick(statusLines) : "HTTP/1.1 200 OK\r\n"
        head += fields.joined() + "\r\n"
        var bytes = Array(head.utf8) + body
        if random.below(8) == 0 { bytes += Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil".utf8) }
        if random.below(3) == 0 { for _ in 0...random.below(3) { damage(&bytes, &random) } }
        return bytes
    }

    private static func length(of body: [UInt8], _ random: inout Randomness) -> String {
        let count = body.count
        switch random.below(24) {
        case 0: return ""
        case 1: return "Content-Length: \(count)\r\nContent-Length: \(count)\r\n"
        case 2: return "Content-Length: \(count + 1)\r\n"
        case 3: return "Content-Length: \(max(0, count - 1))\r\n"
        case 4: return "Content-Length: +\(count)\r\n"
        case 5: return "Content-Length: \(count), \(count)\r\n"
        case 6: return "Content-Length: -\(count)\r\n"
        case 7: return "Content-Length: 99999999999999999999\r\n"
        case 8: return "Content-Length: 0\(count)\r\n"
        default: return "Content-Length: \(count)\r\n"
        }
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout Randomness) {
        guard !bytes.isEmpty else { return }
        let index = random.below(bytes.count)
        let oddBytes = Array("\r\n\0 \t:0159,;H".utf8) + [0x80, 0xFF]
        switch random.below(5) {
        case 0: bytes[index] = random.pick(oddBytes)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(random.pick(oddBytes), at: index)
        case 3: bytes.removeSubrange(index...)
        default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 1 + random.below(40))], at: index)
        }
    }
}

/// SplitMix64: the same numbers in every run.
private struct Randomness {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(bound))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension PlainAnswer.Progress {
    fileprivate var response: ClientResponse? { if case .complete(let response, _) = self { response } else { nil } }
}
