import HTTP

@testable import HTTPClient

/// An answer means the same wherever it is cut. The first byte says how long the parts are.
enum AnswerProperty {
    private static let configuration = {
        var configuration = CurlClient.Configuration()
        configuration.maximumHeadSize = .kibibytes(1)
        configuration.maximumBodySize = .kibibytes(1)
        return configuration
    }()

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let length = input.first else { return }
        let answer = Array(input.dropFirst())
        let whole = read(answer, inPartsOf: max(1, answer.count))
        let parts = read(answer, inPartsOf: 1 + Int(length) % 64)
        switch (whole, parts) {
        case (.complete(let one, let keeps), .complete(let other, _)):
            try require(one == other, "the answer depends on where it was cut")
            try require(one.body.count <= configuration.maximumBodySize.bytes, "the body is too large")
            try require(!keeps || hasClearEnd(one), "the connection is kept though the answer's end is unclear")
        default: try require(whole == parts, "the verdict depends on where the answer was cut")
        }
    }

    /// Whether an answer says in one way only where it ends. 304 tells the length of another answer (RFC 9110 §8.6).
    private static func hasClearEnd(_ answer: ClientResponse) -> Bool {
        let lengths = answer.headers.values(of: .contentLength)
        guard lengths.count <= 1, lengths.allSatisfy({ Int($0) != nil }) else { return false }
        guard answer.status != .notModified, let length = lengths.first else { return answer.body.isEmpty }
        return Int(length) == answer.body.count
    }

    private static func read(_ bytes: [UInt8], inPartsOf length: Int) -> PlainAnswer.Progress {
        var answer = PlainAnswer(configuration)
        var progress = PlainAnswer.Progress.incomplete
        var start = 0
        while progress == .incomplete, start < bytes.count {
            let end = min(start + length, bytes.count)
            progress = bytes[start..<end].withUnsafeBufferPointer { answer.receive($0) }
            start = end
        }
        return progress
    }
}
