import HTTP

/// The status and header fields of an answer, put together line by line.
///
/// Interim answers (1xx, RFC 9110 §15.2) and trailers are left out.
struct ResponseHead {
    private var status: Status?
    private(set) var headers = HeaderFields()
    private var isComplete = false
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
        if text.isEmpty {
            isComplete = status.map { $0.rawValue >= 200 } ?? false
        } else if text.starts(with: "HTTP/".utf8) {
            status = Self.status(ofLine: text)
            headers = HeaderFields()
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")),
            let name = FieldName(utf8: UnsafeBufferPointer(rebasing: text[..<colon]))
        {
            let value = UnsafeBufferPointer(rebasing: text[(colon + 1)...]).trimmed
            headers.append(name, String(decoding: value, as: UTF8.self))
        }
        return true
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
        return Int(String(decoding: code, as: UTF8.self)).flatMap { Status(rawValue: $0) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Without spaces, tabs and line ends around it.
    fileprivate var trimmed: UnsafeBufferPointer<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var (start, end) = (startIndex, endIndex)
        while end > start, isBlank(self[end - 1]) { end -= 1 }
        while start < end, isBlank(self[start]) { start += 1 }
        return UnsafeBufferPointer(rebasing: self[start..<end])
    }
}
