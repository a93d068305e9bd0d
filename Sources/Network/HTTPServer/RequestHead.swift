import Bytes
import CMicroHTTPD
import Glibc
import HTTP

/// A request's head, checked strictly: what two programs could read differently is refused, because a proxy in front of
/// this server might take the difference for another request (RFC 9112 §11.2, request smuggling).
struct RequestHead {
    let headers: HeaderFields
    /// Whether it is framed as RFC 9112 says, without ambiguity, for HTTP/1.0 or HTTP/1.1. Otherwise the connection is
    /// closed after the answer.
    let isWellFormed: Bool

    /// Whether the body comes in chunks. libmicrohttpd 0.9.75 reads these more leniently than RFC 9112 §7.1, so the
    /// connection is closed after the answer: what follows the body is never taken for another request.
    var isChunked: Bool { headers[.transferEncoding] != nil }

    /// Reads the head of the request for which libmicrohttpd calls the access handler for the first time.
    init(
        _ connection: Connection, method: UnsafePointer<CChar>, target: ReceivedTarget?,
        version: UnsafePointer<CChar>
    ) {
        let versionLength = strlen(version)
        var fields = FieldReading(
            layout: HeadLayout(
                method: method, target: target, version: version, versionLength: versionLength))
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(connection.pointer, .HEADER_KIND, FieldReading.take, fields)
        }
        let end = UInt(bitPattern: method) &+ UInt(connection.headBytes)
        headers = fields.headers
        let isHTTP10 = strcmp(version, "HTTP/1.0") == 0
        isWellFormed =
            fields.isValid && fields.layout.ends(at: end) && target?.isVisible == true
            && (isHTTP10 || strcmp(version, "HTTP/1.1") == 0)
            && Self.isUnambiguous(fields.headers, isHTTP10: isHTTP10)
    }

    /// Whether the fields say clearly whom a request is for and where it ends (RFC 9112 §3.2, §6).
    static func isUnambiguous(_ headers: HeaderFields, isHTTP10: Bool) -> Bool {
        var hosts = 0
        var lengths = 0
        var codings = 0
        for field in headers.fields {
            switch field.name {
            case .host:
                hosts += 1
                if !field.value.isAuthority { return false }
            case .contentLength:
                lengths += 1
                if !field.value.isLength { return false }
            case .transferEncoding: codings += 1
            default: break
            }
        }
        guard hosts == 1 || hosts == 0 && isHTTP10, lengths <= 1 else { return false }
        guard codings > 0 else { return true }
        let isChunked = codings == 1 && headers[.transferEncoding]?.lowercased() == "chunked"
        return isChunked && lengths == 0 && !isHTTP10
    }
}

/// Follows a head through the memory in which libmicrohttpd received it.
///
/// libmicrohttpd 0.9.75 also takes bare line feeds, folded lines, NUL bytes and several spaces, and says nothing of it.
/// But it parses in place: each string that it hands out lies where its bytes arrived. So a head is framed exactly if the
/// strings follow each other with no more between them than RFC 9112 §2.2, §3 and §5 ask for. Only addresses are
/// compared, and no byte outside of the strings is read. A version of the library that copied the strings would have
/// every request refused, which no test would miss.
struct HeadLayout {
    /// Where the next line has to begin.
    private var nextLine: UInt
    private var isExact: Bool

    private static let lineEnd: UInt = 2

    init(
        method: UnsafePointer<CChar>, target: ReceivedTarget?, version: UnsafePointer<CChar>, versionLength: Int
    ) {
        let methodEnd = UInt(bitPattern: method) &+ UInt(strlen(method))
        let versionStart = UInt(bitPattern: version)
        isExact =
            if let target {
                methodEnd &+ 1 == target.address && target.address &+ UInt(target.length) &+ 1 == versionStart
            } else {
                false
            }
        nextLine = versionStart &+ UInt(versionLength) &+ Self.lineEnd
    }

    /// A field line: its name, a colon, white space that libmicrohttpd has skipped, its value.
    mutating func take(name: UInt, _ nameLength: Int, value: UInt, _ valueLength: Int) {
        isExact = isExact && name == nextLine && value > name &+ UInt(nameLength)
        nextLine = value &+ UInt(valueLength) &+ Self.lineEnd
    }

    /// Whether the head was exact, with an empty line before `end`.
    func ends(at end: UInt) -> Bool { isExact && nextLine &+ Self.lineEnd == end }
}

/// Takes the field lines of a head, one after the other.
private struct FieldReading {
    var headers = HeaderFields()
    var layout: HeadLayout
    /// Whether all names are tokens, and no value has control characters (RFC 9110 §5.1, §5.5).
    var isValid = true

    static let take: MHD_KeyValueIteratorN = { context, _, name, nameLength, value, valueLength in
        guard let context, let name else { return .YES }
        context.assumingMemoryBound(to: FieldReading.self).pointee.take(
            UnsafeRawBufferPointer(start: name, count: nameLength),
            UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueLength))
        return .YES
    }

    private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        layout.take(
            name: UInt(bitPattern: name.baseAddress), name.count, value: UInt(bitPattern: value.baseAddress),
            value.count)
        guard let name = FieldName(utf8: name.assumingMemoryBound(to: UInt8.self)), !value.hasControls else {
            isValid = false
            return
        }
        let end = value.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.map { $0 + 1 } ?? 0
        headers.append(name, String(decoding: value[..<end], as: UTF8.self))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether there are control characters other than tabs. Without leaving early, so that it runs on vectors.
    fileprivate var hasControls: Bool {
        var found: UInt8 = 0
        for byte in self { found |= byte < 0x20 && byte != 0x09 || byte == 0x7F ? 1 : 0 }
        return found != 0
    }
}

extension ReceivedTarget {
    /// Whether there are neither control characters nor spaces in it.
    fileprivate var isVisible: Bool { text?.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ?? true }
}

extension String {
    /// Whether it is one number (RFC 9110 §8.6), small enough for an `Int`.
    fileprivate var isLength: Bool {
        (1...RequestHead.mostLengthDigits).contains(utf8.count)
            && utf8.allSatisfy(\.isASCIIDigit)
    }

    /// Whether it can be a host with a port (RFC 9110 §7.2), by its characters; `Site` says which ones it serves.
    fileprivate var isAuthority: Bool {
        !isEmpty && utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._~:[]%".utf8.contains($0) }
    }
}

extension RequestHead {
    /// Digits of the longest `Content-Length` that is read.
    fileprivate static let mostLengthDigits = 18
}

extension FieldName {
    static let transferEncoding: FieldName = "Transfer-Encoding"
}
