import Bytes

/// An element of an XML document, as far as the answers of S3 have it: names without their prefixes, no attributes, and
/// the text of elements that have no others.
///
/// Reads less than XML 1.0: UTF-8 only, no document type, no entities but the five of the standard, no comments and no
/// CDATA sections. Whatever has these is refused.
struct XMLElement: Equatable {
    let name: String
    private(set) var children: [XMLElement] = []
    private(set) var text = ""

    /// How deep elements may be in each other.
    static let maximumDepth = 16

    /// Fails unless the bytes are one document.
    init?(document bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = XMLReader(rest: bytes[...])
        reader.skipSpace()
        if reader.take("<?xml") {
            guard reader.skip(after: "?>") else { return nil }
            reader.skipSpace()
        }
        guard let root = reader.element(depth: 1) else { return nil }
        reader.skipSpace()
        guard reader.rest.isEmpty else { return nil }
        self = root
    }

    fileprivate init(name: String, children: [XMLElement], text: String) {
        self.name = name
        self.children = children
        // Between elements there are only line breaks.
        self.text = children.isEmpty ? text : ""
    }

    /// The text of the first child with a name.
    subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

    func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

private struct XMLReader {
    var rest: ArraySlice<UInt8>

    mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } }

    mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// Drops everything up to a text, and the text.
    mutating func skip(after text: String) -> Bool {
        guard let end = rest.firstRange(of: text.utf8)?.upperBound else { return false }
        rest = rest[end...]
        return true
    }

    mutating func element(depth: Int) -> XMLElement? {
        guard depth <= XMLElement.maximumDepth, take("<"), let name = self.name(), skipAttributes() else { return nil }
        if take("/>") { return XMLElement(name: name.local, children: [], text: "") }
        guard take(">") else { return nil }
        var children: [XMLElement] = []
        var text: [UInt8] = []
        while !rest.isEmpty {
            if take("</") {
                guard self.name()?.full == name.full else { return nil }
                skipSpace()
                guard take(">") else { return nil }
                return XMLElement(name: name.local, children: children, text: String(decoding: text, as: UTF8.self))
            }
            if rest.first == UInt8(ascii: "<") {
                guard let child = element(depth: depth + 1) else { return nil }
                children.append(child)
            } else {
                guard let bytes = characters() else { return nil }
                text += bytes
            }
        }
        return nil
    }

    /// A name, and what of it stands behind its prefix.
    private mutating func name() -> (full: String, local: String)? {
        let bytes = rest.prefix { $0.isASCIIAlphanumeric || "_-.:".utf8.contains($0) || $0 >= 0x80 }
        guard let first = bytes.first, !first.isASCIIDigit else { return nil }
        rest = rest[bytes.endIndex...]
        let local = bytes.split(separator: UInt8(ascii: ":")).last ?? bytes
        return (String(decoding: bytes, as: UTF8.self), String(decoding: local, as: UTF8.self))
    }

    private mutating func skipAttributes() -> Bool {
        while true {
            skipSpace()
            guard let next = rest.first, next != UInt8(ascii: ">"), next != UInt8(ascii: "/") else { return true }
            guard name() != nil else { return false }
            skipSpace()
            guard take("=") else { return false }
            skipSpace()
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.firstIndex(of: quote), !rest[..<end].contains(UInt8(ascii: "<"))
            else { return false }
            rest = rest[(end + 1)...]
        }
    }

    /// The characters up to the next tag or reference, or what a reference stands for (XML 1.0 §4.1, §4.6).
    private mutating func characters() -> [UInt8]? {
        guard take("&") else {
            let bytes = rest.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
            rest = rest[bytes.endIndex...]
            return Array(bytes)
        }
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        switch name {
        case "amp": return Array("&".utf8)
        case "lt": return Array("<".utf8)
        case "gt": return Array(">".utf8)
        case "quot": return Array("\"".utf8)
        case "apos": return Array("'".utf8)
        default: return Self.scalar(name).map { Array(String($0).utf8) }
        }
    }

    /// `#10` or `#xA`.
    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        guard reference.utf8.first == UInt8(ascii: "#") else { return nil }
        let digits = reference.utf8.dropFirst()
        let isHexadecimal = digits.first == UInt8(ascii: "x")
        let text = String(Substring(isHexadecimal ? digits.dropFirst() : digits))
        guard !text.isEmpty, text.utf8.allSatisfy({ $0.hexadecimalValue != nil }),
            let value = UInt32(text, radix: isHexadecimal ? 16 : 10), value > 0
        else { return nil }
        return Unicode.Scalar(value)
    }
}
