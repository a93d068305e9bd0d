import CCmark

/// A node of a document; valid only inside the `withDocument` call that passed it.
struct Node {
    enum Kind {
        case paragraph, quote, list, item, code, heading, html, otherBlock
        case text, lineBreak, inlineCode, inlineHTML, emphasis, strong, strikethrough, link, image, otherInline
    }

    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    var kind: Kind {
        switch cmark_node_get_type(pointer) {
        case CMARK_NODE_PARAGRAPH: .paragraph
        case CMARK_NODE_BLOCK_QUOTE: .quote
        case CMARK_NODE_LIST: .list
        case CMARK_NODE_ITEM: .item
        case CMARK_NODE_CODE_BLOCK: .code
        case CMARK_NODE_HEADING: .heading
        case CMARK_NODE_HTML_BLOCK: .html
        case CMARK_NODE_TEXT: .text
        case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: .lineBreak
        case CMARK_NODE_CODE: .inlineCode
        case CMARK_NODE_HTML_INLINE: .inlineHTML
        case CMARK_NODE_EMPH: .emphasis
        case CMARK_NODE_STRONG: .strong
        case CMARK_NODE_LINK: .link
        case CMARK_NODE_IMAGE: .image
        default: kindOfExtension
        }
    }

    /// Extensions get their node types when they are registered, so these are no constants.
    private var kindOfExtension: Kind {
        if String(cString: cmark_node_get_type_string(pointer)) == "strikethrough" { return .strikethrough }
        return cmark_node_first_child(pointer) == nil ? .otherBlock : .otherInline
    }

    var children: Children { Children(following: cmark_node_first_child(pointer)) }

    /// The content of a text, code or HTML node.
    var literal: String { Self.string(cmark_node_get_literal(pointer)) }
    /// The URL of a link or an image.
    var url: String { Self.string(cmark_node_get_url(pointer)) }
    var title: String { Self.string(cmark_node_get_title(pointer)) }
    /// The info string of a fenced code block; `nil` for an indented one.
    var fenceInfo: String? { fence == nil ? nil : Self.string(cmark_node_get_fence_info(pointer)) }
    var isTight: Bool { cmark_node_get_list_tight(pointer) != 0 }
    var isOrdered: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }

    /// The fence's character and length.
    var fence: (sign: UInt8, length: Int)? {
        var (length, offset, sign) = (Int32(0), Int32(0), CChar(0))
        guard cmark_node_get_fenced(pointer, &length, &offset, &sign) != 0 else { return nil }
        return (UInt8(bitPattern: sign), Int(length))
    }

    var lines: ClosedRange<Int> {
        let first = Int(cmark_node_get_start_line(pointer))
        return first...max(first, Int(cmark_node_get_end_line(pointer)))
    }
    var column: Int { Int(cmark_node_get_start_column(pointer)) }

    /// Whether the nesting depth is at most `limit`.
    func depth(isAtMost limit: Int) -> Bool {
        let iterator = cmark_iter_new(pointer)
        defer { cmark_iter_free(iterator) }
        var depth = 0
        while true {
            switch cmark_iter_next(iterator) {
            case CMARK_EVENT_ENTER:
                // cmark emits no exit event for a leaf.
                if cmark_node_first_child(cmark_iter_get_node(iterator)) != nil { depth += 1 }
            case CMARK_EVENT_EXIT:
                if cmark_node_first_child(cmark_iter_get_node(iterator)) != nil { depth -= 1 }
            default: return true
            }
            if depth > limit { return false }
        }
    }

    private static func string(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "" }
        return MarkdownSource.typed(String(cString: text).utf8)
    }

    struct Children: Sequence, IteratorProtocol {
        fileprivate var following: OpaquePointer?

        mutating func next() -> Node? {
            guard let current = following else { return nil }
            following = cmark_node_next(current)
            return Node(current)
        }
    }
}

extension MarkdownSource {
    /// The typed text, without the control characters that `MarkdownSource` inserted.
    static func typed(_ bytes: some Collection<UInt8>) -> String {
        guard bytes.contains(where: isAdded) else { return String(decoding: bytes, as: UTF8.self) }
        var typed: [UInt8] = []
        typed.reserveCapacity(bytes.count)
        var skipsSpace = false
        for byte in bytes {
            defer { skipsSpace = byte == beforeSpace }
            if byte == afterSpace, typed.last == UInt8(ascii: " ") { typed.removeLast() }
            if !isAdded(byte), !(skipsSpace && byte == UInt8(ascii: " ")) { typed.append(byte) }
        }
        return String(decoding: typed, as: UTF8.self)
    }

    private static func isAdded(_ byte: UInt8) -> Bool { byte <= beforeSpace || byte == gap }
}
