import HTML

/// The inline nodes of a block or of another inline node.
struct Inlines: PrimitiveView {
    let parent: Node
    let mentions: RichText.Mentions
    /// Whether these nodes are inside a link; links can't be nested.
    let isLinked: Bool

    init(_ parent: Node, _ mentions: RichText.Mentions, isLinked: Bool = false) {
        self.parent = parent
        self.mentions = mentions
        self.isLinked = isLinked
    }

    func write(to writer: inout HTMLWriter) {
        for child in parent.children { write(child, to: &writer) }
    }

    private func write(_ node: Node, to writer: inout HTMLWriter) {
        let inner = Inlines(node, mentions, isLinked: isLinked)
        switch node.kind {
        case .text: Words(node.literal, mentions).write(to: &writer)
        case .lineBreak: br().write(to: &writer)
        case .inlineCode: code { node.literal }.write(to: &writer)
        case .emphasis: em { inner }.write(to: &writer)
        case .strong: strong { inner }.write(to: &writer)
        case .strikethrough: del { inner }.write(to: &writer)
        case .link, .image: Link(node, isLinked: isLinked).write(to: &writer)
        case .inlineHTML: Lines(node.literal).write(to: &writer)
        default: inner.write(to: &writer)
        }
    }
}

/// A link; if its URL is unsafe, the typed text.
private struct Link: View {
    let node: Node
    let label: Inlines
    let isImage: Bool
    let isFound: Bool
    let isLinked: Bool

    init(_ node: Node, isLinked: Bool) {
        self.node = node
        self.isLinked = isLinked
        label = Inlines(node, .none, isLinked: true)
        isImage = node.kind == .image
        // Links found by the autolink extension have no source position.
        isFound = node.lines.lowerBound == 0
    }

    private var target: SafeURL? {
        guard !isLinked else { return nil }
        let url = node.url
        let lowercased = url.lowercased()
        guard
            ["http://", "https://", "mailto:"].contains(where: {
                lowercased.utf8.starts(with: $0.utf8) && $0 != lowercased
            })
        else { return nil }
        return SafeURL(url)
    }

    var body: some View {
        if let target {
            let title = node.title
            a(
                .href(target), .rel("noopener noreferrer nofollow ugc"), .title(title, if: !title.isEmpty)
            ) {
                // A link without visible text would be deceptive.
                if PlainWords(node).isEmpty { node.url } else { label }
            }
        } else if isFound {
            label
        } else {
            isImage ? "![" : "["
            label
            "](" + node.url + (node.title.isEmpty ? "" : " \"\(node.title)\"") + ")"
        }
    }
}

/// Text with its line feeds as `<br>`.
struct Lines: PrimitiveView {
    let text: String

    init(_ text: String) { self.text = text }

    func write(to writer: inout HTMLWriter) {
        var isFirst = true
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !isFirst { br().write(to: &writer) }
            Text(String(Substring(line))).write(to: &writer)
            isFirst = false
        }
    }
}

extension String {
    var trimmingLineEnds: String {
        var text = utf8[...]
        while text.last == UInt8(ascii: "\n") { text = text.dropLast() }
        return String(Substring(text))
    }
}
