import CCmark
import Synchronization

extension MarkdownSource {
    /// Parses the text and passes the document to `body`; the document is freed when `body` returns.
    func withDocument<Result>(_ body: (Node, MarkdownSource) -> Result) -> Result {
        guard let root = Parser.shared.parse(bytes) else { preconditionFailure("cmark parses any text") }
        defer { cmark_node_free(root) }
        return body(Node(root), self)
    }

    /// The text of a paragraph that holds nothing else; `nil` for another document. `bytes` are parsed as they are.
    static func plainText(of bytes: [UInt8]) -> String? {
        guard let root = Parser.shared.parse(bytes) else { preconditionFailure("cmark parses any text") }
        defer { cmark_node_free(root) }
        guard let text = cmark_node_first_child(root).flatMap({ cmark_node_first_child($0) }),
            cmark_node_get_type(text) == CMARK_NODE_TEXT, cmark_node_next(text) == nil,
            let literal = cmark_node_get_literal(text)
        else { return nil }
        return String(cString: literal)
    }
}

/// cmark with the extensions that chat messages use.
private final class Parser: Sendable {
    static let shared = Parser()

    /// cmark keeps the special characters of extensions in one global table and changes it for each document, so only
    /// one document is parsed at a time.
    private let turn = Mutex<Void>(())

    private init() { cmark_gfm_core_extensions_ensure_registered() }

    func parse(_ bytes: [UInt8]) -> OpaquePointer? {
        turn.withLock { _ -> OpaquePointer? in
            guard let parser = cmark_parser_new(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE | CMARK_OPT_FULL_INFO_STRING)
            else { return nil }
            defer { cmark_parser_free(parser) }
            for name in ["strikethrough", "autolink"] {
                cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
            }
            bytes.withUnsafeBytes { buffer in
                cmark_parser_feed(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
            }
            let root = cmark_parser_finish(parser)
            if let root { cmark_consolidate_text_nodes(root) }
            return root
        }
    }
}
