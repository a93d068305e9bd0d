import Bytes

/// Finds the tags of a page and the text of its title, without building a tree: in one pass and with little memory,
/// whatever the page holds.
///
/// It follows the prescan of WHATWG HTML §13.2.3.2, and knows the elements whose content has no tags. A parser for whole
/// documents would do much that is not needed: libxml2 takes time that grows with the square of the attributes of a tag
/// and of unclosed elements, and brings ICU (36 MB); gumbo frees its tree recursively.
struct TagScanner {
    struct Tag {
        /// In lower case.
        let name: String
        /// Names in lower case; the first of equal names counts. At most `maximumAttributes`.
        fileprivate(set) var attributes: [(name: String, value: [UInt8])] = []
        /// The content of a `title` element.
        fileprivate(set) var content: ArraySlice<UInt8> = []

        subscript(name: String) -> [UInt8]? { attributes.first { $0.name == name }?.value }
    }

    /// How many attributes of a tag are kept; others are skipped.
    static let maximumAttributes = 32
    /// How many bytes of an attribute's name are kept; longer names are none of those that are looked for.
    private static let maximumName = 32

    /// The elements whose content ends at their end tag and nowhere else.
    private static let rawElements: Set = [
        "title", "script", "style", "textarea", "xmp", "iframe", "noembed", "noframes",
    ]

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next start tag; `nil` at the end. A tag that is not closed is none.
    mutating func next() -> Tag? {
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            guard index < bytes.count else { break }
            switch bytes[index] {
            case UInt8(ascii: "!") where bytes[index...].starts(with: "!--".utf8):
                // `<!-->` is a whole comment.
                skip(past: "-->", from: index + 1)
            case UInt8(ascii: "!"), UInt8(ascii: "?"): skip(past: ">", from: index)
            case UInt8(ascii: "/"):
                index += 1
                _ = readTag()
            case let byte where byte.isASCIILetter:
                guard var tag = readTag() else { return nil }
                if Self.rawElements.contains(tag.name) {
                    let end = endTag(of: tag.name)
                    if tag.name == "title" { tag.content = bytes[index..<end] }
                    index = end
                }
                return tag
            default: continue
            }
        }
        index = bytes.count
        return nil
    }

    /// Reads a tag from its name on; `nil` if it does not end.
    private mutating func readTag() -> Tag? {
        var tag = Tag(name: readName { Self.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") })
        while true {
            skip { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard index < bytes.count else { return nil }
            if bytes[index] == UInt8(ascii: ">") {
                index += 1
                return tag
            }
            let attribute = readAttribute()
            guard tag.attributes.count < Self.maximumAttributes, let attribute else { continue }
            tag.attributes.append(attribute)
        }
    }

    /// Reads a name and its value (WHATWG HTML §13.2.3.2, "get an attribute"); `nil` if the value does not end.
    private mutating func readAttribute() -> (name: String, value: [UInt8])? {
        let start = index
        // An equals sign at the beginning is a part of the name.
        index += 1
        skip { !Self.isSpace($0) && !"/>=".utf8.contains($0) }
        let name = Self.name(bytes[start..<index])
        skip(while: Self.isSpace)
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return (name, []) }
        index += 1
        skip(while: Self.isSpace)
        guard index < bytes.count else { return nil }
        let quote = bytes[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let first = index + 1
            guard let end = bytes[first...].firstIndex(of: quote) else {
                index = bytes.count
                return nil
            }
            index = end + 1
            return (name, Array(bytes[first..<end]))
        }
        let first = index
        skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
        return (name, Array(bytes[first..<index]))
    }

    private mutating func readName(until isEnd: (UInt8) -> Bool) -> String {
        let start = index
        skip { !isEnd($0) }
        return Self.name(bytes[start..<index])
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.count > maximumName ? "" : String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    }

    private mutating func skip(past mark: StaticString, from start: Int) {
        index = bytes[start...].firstRange(of: Array("\(mark)".utf8))?.upperBound ?? bytes.count
    }

    /// Where the end tag of a raw element begins.
    private func endTag(of name: String) -> Int {
        var from = index
        while let start = bytes[from...].firstIndex(of: UInt8(ascii: "<")) {
            from = start + 1
            let after = bytes[from...].dropFirst().prefix(name.utf8.count)
            guard from < bytes.count, bytes[from] == UInt8(ascii: "/"),
                after.map(\.asciiLowercased).elementsEqual(name.utf8)
            else { continue }
            guard after.endIndex < bytes.count else { return start }
            if !bytes[after.endIndex].isASCIIAlphanumeric { return start }
        }
        return bytes.count
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }
}
