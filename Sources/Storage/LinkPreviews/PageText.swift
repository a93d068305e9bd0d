import Bytes
import Glibc

/// Decodes the bytes of a page to UTF-8. What can't be decoded becomes U+FFFD.
///
/// The encoding is that of the byte order mark, else of the `Content-Type` field, else of a `meta` element at the
/// beginning, else UTF-8 (WHATWG HTML §13.2.3.2, without the guesses).
enum PageText {
    /// The number of bytes that are searched for a `meta` element with an encoding, as in WHATWG HTML §13.2.3.2.
    private static let searchedBytes = 1_024

    /// The labels of encodings (WHATWG Encoding §4.2) with their names for `iconv`; UTF-8 needs none. Only these are used:
    /// glibc has converters that are seldom looked at.
    private static let converters = [
        "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932", "ms_kanji": "CP932",
        "windows-31j": "CP932", "euc-jp": "EUC-JP-MS", "x-euc-jp": "EUC-JP-MS", "iso-2022-jp": "ISO-2022-JP",
        "utf-16": "UTF-16LE", "utf-16le": "UTF-16LE", "utf-16be": "UTF-16BE",
        "iso-8859-1": "CP1252", "latin1": "CP1252", "us-ascii": "CP1252", "ascii": "CP1252", "windows-1252": "CP1252",
        "iso-8859-15": "ISO-8859-15", "gb2312": "GB18030", "gbk": "GB18030", "gb18030": "GB18030", "big5": "BIG5",
        "euc-kr": "CP949",
    ]

    /// - Parameter contentType: the value of the `Content-Type` field.
    static func decode(_ bytes: [UInt8], contentType: String) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(bytes[3...]) }
        if bytes.starts(with: [0xFF, 0xFE]) { return convert(Array(bytes[2...]), from: "UTF-16LE") }
        if bytes.starts(with: [0xFE, 0xFF]) { return convert(Array(bytes[2...]), from: "UTF-16BE") }
        let label = charset(in: Array(contentType.utf8)) ?? declared(bytes)
        guard let converter = label.flatMap({ converters[$0] }) else { return repaired(bytes[...]) }
        return convert(bytes, from: converter)
    }

    /// The label after `charset=`, in lower case: of a `Content-Type` field, or of the `content` of a `meta` element.
    private static func charset(in field: [UInt8]) -> String? {
        let lowercased = field.map(\.asciiLowercased)
        guard let start = lowercased.firstRange(of: Array("charset=".utf8))?.upperBound else { return nil }
        let value = lowercased[start...].drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return String(decoding: value.prefix { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }, as: UTF8.self)
    }

    /// The label that a `meta` element names.
    private static func declared(_ bytes: [UInt8]) -> String? {
        var tags = TagScanner(Array(bytes.prefix(searchedBytes)))
        while let tag = tags.next() {
            guard tag.name == "meta" else { continue }
            let named = tag["charset"].map { String(decoding: $0.map(\.asciiLowercased), as: UTF8.self) }
            let field = tag["http-equiv"] == nil ? nil : tag["content"]
            guard let label = named ?? field.flatMap(charset) else { continue }
            // A page whose `meta` elements could be read is not in UTF-16.
            return label.utf8.starts(with: "utf-16".utf8) ? nil : label
        }
        return nil
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    private static func convert(_ bytes: [UInt8], from encoding: String) -> [UInt8] {
        guard let converter = iconv_open("UTF-8", encoding), Int(bitPattern: converter) != -1 else {
            return repaired(bytes[...])
        }
        defer { iconv_close(converter) }
        var input = bytes
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var chunk = [CChar](repeating: 0, count: 16 << 10)
        input.withUnsafeMutableBytes { buffer in
            var (next, left) = (buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
            while left > 0 {
                let result = chunk.withUnsafeMutableBytes { room in
                    var (free, count) = (room.baseAddress?.assumingMemoryBound(to: CChar.self), room.count)
                    let result = iconv(converter, &next, &left, &free, &count)
                    let reason = errno
                    output.append(contentsOf: room[..<(room.count - count)])
                    return result == -1 ? reason : 0
                }
                switch result {
                case E2BIG: continue
                case EILSEQ:
                    output.append(contentsOf: "\u{FFFD}".utf8)
                    next = next?.advanced(by: 1)
                    left -= 1
                // Done, or the last character is cut.
                default: left = 0
                }
            }
        }
        return output
    }
}
