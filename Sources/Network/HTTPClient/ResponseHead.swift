import Bytes
import HTTP

/// The status and header fields of an answer, put together line by line.
///
/// Interim answers (1xx, RFC 9110 §15.2) and trailers are left out.
struct ResponseHead {
    private var status: Status?
    private(set) var headers = HeaderFields()
    private var isComplete = false
    /// Whether another parser may read the head differently, and so see the end of the response elsewhere: nothing that
    /// arrives on the connection afterwards can be trusted (RFC 9112 §5.2, §6.3, §11.2).
    private(set) var isAmbiguous = false
    /// How many bytes may still come.
    private var room: Int

    init(limit: ByteCount) { room = limit.bytes }

    /// The status, once the head is whole; `nil` where it was cut, or has a status that HTTP has not.
    var finalStatus: Status? { isComplete ? status : nil }

    /// Takes one line with its end; `false` where the head is over its limit.
    mutating func receive(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        room -= line.count
        guard room >= 0 else { return false }
        if isComplete { return true }
        let text = line.trimmed
        if !line.isPlainLine { isAmbiguous = true }
        if text.isEmpty {
            isComplete = status.map { $0.rawValue >= 200 } ?? false
            if isComplete, !isFramingPlain { isAmbiguous = true }
        } else if text.starts(with: "HTTP/".utf8) {
            status = Self.status(ofLine: text)
            headers = HeaderFields()
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")),
            let name = FieldName(utf8: UnsafeBufferPointer(rebasing: text[..<colon]))
        {
            let value = UnsafeBufferPointer(rebasing: text[(colon + 1)...]).trimmed
            headers.append(name, String(decoding: value, as: UTF8.self))
        } else {
            isAmbiguous = true
        }
        return true
    }

    /// Whether the fields say in one way only where the body ends (RFC 9112 §6.3).
    private var isFramingPlain: Bool {
        let lengths = headers.values(of: .contentLength)
        let codings = headers.values(of: .transferEncoding)
        if status == .noContent, !codings.isEmpty || lengths.contains(where: { $0 != "0" }) { return false }
        if let coding = codings.first {
            return codings.count == 1 && coding.lowercased() == "chunked" && lengths.isEmpty
        }
        return lengths.isEmpty || (lengths.count == 1 && Int(digits: lengths[0]) != nil)
    }

    /// The fields for a body that libcurl has decoded: without those that described the encoded one.
    var decodedHeaders: HeaderFields {
        guard headers[.contentEncoding] != nil else { return headers }
        var headers = headers
        headers[.contentEncoding] = nil
        headers[.contentLength] = nil
        return headers
    }

    /// `HTTP/1.1 200 OK` (RFC 9112 §4).
    private static func status(ofLine line: UnsafeBufferPointer<UInt8>) -> Status? {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let code = line[space...].drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
        guard code.count == 3 else { return nil }
        return Int(digits: String(decoding: code, as: UTF8.self)).flatMap { Status(rawValue: $0) }
    }
}

extension FieldName {
    static let transferEncoding: FieldName = "Transfer-Encoding"
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a line ends as lines do, does not go on with the line before it, and holds no other ends and no zeros.
    fileprivate var isPlainLine: Bool {
        guard count >= 2, self[count - 2] == UInt8(ascii: "\r"), self[count - 1] == UInt8(ascii: "\n"),
            self[0] != UInt8(ascii: " "), self[0] != UInt8(ascii: "\t")
        else { return false }
        return !self[..<(count - 2)].contains { $0 == 0 || $0 == UInt8(ascii: "\r") }
    }

    /// Without spaces, tabs and line ends around it.
    fileprivate var trimmed: UnsafeBufferPointer<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var (start, end) = (startIndex, endIndex)
        while end > start, isBlank(self[end - 1]) { end -= 1 }
        while start < end, isBlank(self[start]) { start += 1 }
        return UnsafeBufferPointer(rebasing: self[start..<end])
    }
}
