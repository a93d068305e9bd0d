import CExpat

/// An element of an XML document, as far as the answers of S3 have it: names without their prefixes, no attributes, and
/// the text of elements that have no others.
struct XMLElement: Equatable {
    let name: String
    fileprivate(set) var children: [XMLElement] = []
    fileprivate(set) var text = ""

    /// How deep elements may be in each other.
    static let maximumDepth = 16

    /// Reads a document in UTF-8 with Expat. Fails where it has a document type, the only place for entities of its own.
    init?(document bytes: [UInt8]) {
        guard let size = Int32(exactly: bytes.count), let parser = XML_ParserCreate("UTF-8") else { return nil }
        defer { XML_ParserFree(parser) }
        let tree = XMLTree(parser)
        XML_SetUserData(parser, Unmanaged.passUnretained(tree).toOpaque())
        XML_SetElementHandler(
            parser, { tree, name, _ in XMLTree.of(tree).begin(name.map { String(cString: $0) } ?? "") },
            { tree, _ in XMLTree.of(tree).end() })
        XML_SetCharacterDataHandler(parser) { XMLTree.of($0).add(UnsafeBufferPointer(start: $1, count: Int($2))) }
        XML_SetStartDoctypeDeclHandler(parser) { tree, _, _, _, _ in XMLTree.of(tree).stop() }
        let status = bytes.withUnsafeBytes {
            XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), size, 1)
        }
        guard status == XML_STATUS_OK, let root = tree.root else { return nil }
        self = root
    }

    fileprivate init(name: String) { self.name = name }

    /// The text of the first child with a name.
    subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

    func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

/// What a parser has read.
private final class XMLTree {
    private let parser: XML_Parser
    /// The elements that have begun, the outermost first, each with the bytes of its text.
    private var open: [(element: XMLElement, text: [UInt8])] = []
    private(set) var root: XMLElement?

    init(_ parser: XML_Parser) { self.parser = parser }

    static func of(_ userData: UnsafeMutableRawPointer?) -> XMLTree {
        Unmanaged.fromOpaque(userData!).takeUnretainedValue()
    }

    func begin(_ name: String) {
        guard open.count < XMLElement.maximumDepth else { return stop() }
        let local = name.unicodeScalars.split(separator: ":").last.map { String($0) }
        open.append((XMLElement(name: local ?? name), []))
    }

    func add(_ characters: UnsafeBufferPointer<CChar>) {
        open[open.count - 1].text += characters.lazy.map { UInt8(bitPattern: $0) }
    }

    func end() {
        var (element, text) = open.removeLast()
        // Between elements there are only line breaks.
        if element.children.isEmpty { element.text = String(decoding: text, as: UTF8.self) }
        if open.isEmpty { root = element } else { open[open.count - 1].element.children.append(element) }
    }

    func stop() { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
}
