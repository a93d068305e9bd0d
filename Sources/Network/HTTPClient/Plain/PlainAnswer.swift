import Bytes
import HTTP

/// Reads an answer to a GET that is as plain as can be: HTTP/1.1, a body of a known length, nothing encoded
/// (RFC 9112 §6.3).
///
/// Everything else is `unexpected`: for libcurl to read, and to judge.
struct PlainAnswer {
    enum Progress: Equatable {
        case incomplete
        /// - Parameter keepsConnection: whether another request may follow.
        case complete(ClientResponse, keepsConnection: Bool)
        case unexpected
    }

    /// What follows a head (RFC 9112 §6).
    private struct Framing {
        let status: Status
        let length: Int
        let keepsConnection: Bool
    }

    private let maximumHeadSize: ByteCount
    private let maximumBodySize: ByteCount
    private var head: ResponseHead
    /// The beginning of a line of the head whose end has not come.
    private var line: [UInt8] = []
    private var isFirstLine = true
    /// Known once the head is whole.
    private var framing: Framing?
    private var body: [UInt8] = []
    /// Whether more has come than the answer.
    private(set) var hasUnaskedBytes = false

    init(_ configuration: CurlClient.Configuration) {
        maximumHeadSize = configuration.maximumHeadSize
        maximumBodySize = configuration.maximumBodySize
        head = ResponseHead(limit: maximumHeadSize)
    }

    /// Takes what has come next, however it was cut. Once it has said anything but `incomplete`, nothing may follow.
    mutating func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Progress {
        var rest = bytes
        while framing == nil {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                line.append(contentsOf: rest)
                return line.count <= maximumHeadSize.bytes ? .incomplete : .unexpected
            }
            let ending = UnsafeBufferPointer(rebasing: rest[...end])
            guard line.isEmpty ? take(ending) : takeLine(endingWith: ending) else { return .unexpected }
            rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
        }
        guard let framing else { return .unexpected }
        let missing = framing.length - body.count
        body.append(contentsOf: UnsafeBufferPointer(rebasing: rest.prefix(missing)))
        guard rest.count >= missing else { return .incomplete }
        // What comes behind an answer answers nothing.
        hasUnaskedBytes = rest.count > missing
        return .complete(
            ClientResponse(framing.status, headers: head.headers, body: body),
            keepsConnection: framing.keepsConnection && rest.count == missing)
    }

    private mutating func takeLine(endingWith end: UnsafeBufferPointer<UInt8>) -> Bool {
        let whole = line + end
        line.removeAll()
        return whole.withUnsafeBufferPointer { take($0) }
    }

    /// Takes a line of the head with its end; `false` where it is not to be expected.
    private mutating func take(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        // Neither an end that only some take for one (RFC 9112 §2.2), nor one that goes on with the line before (§5.2).
        guard line.count >= 2, line[line.count - 2] == UInt8(ascii: "\r"),
            line[0] != UInt8(ascii: " "), line[0] != UInt8(ascii: "\t")
        else { return false }
        if isFirstLine {
            // Versions before it keep no connections, and an interim response (1xx) is not the final one.
            let version = "HTTP/1.1 ".utf8
            guard line.starts(with: version), "2345".utf8.contains(line[version.count]) else { return false }
            isFirstLine = false
        }
        guard head.receive(line) else { return false }
        // The empty line ends every head that has a status.
        guard line.count == 2 else { return !head.isAmbiguous }
        framing = head.finalStatus.flatMap { framing($0) }
        body.reserveCapacity(framing?.length ?? 0)
        return framing != nil
    }

    /// `nil` if the body is framed by anything but one `Content-Length`, or is too large.
    private func framing(_ status: Status) -> Framing? {
        let hasNoBody = status == .noContent || status == .notModified
        var length = hasNoBody ? 0 : nil
        var keepsConnection = !head.isAmbiguous
        for field in head.headers.fields {
            switch field.name {
            case .transferEncoding, .contentEncoding: return nil
            case .connection: keepsConnection = keepsConnection && field.value.asciiLowercased == "keep-alive"
            case .contentLength where !hasNoBody:
                guard length == nil, let announced = Int(digits: field.value), announced <= maximumBodySize.bytes else {
                    return nil
                }
                length = announced
            default: break
            }
        }
        return length.map { Framing(status: status, length: $0, keepsConnection: keepsConnection) }
    }
}
