import HTML

/// The context for writing the parts of a document.
struct Rendering {
    let source: MarkdownSource
    let mentions: RichText.Mentions
    var isTight = false
}

/// The child blocks of a block.
struct Blocks: PrimitiveView {
    let parent: Node
    let rendering: Rendering

    init(_ parent: Node, _ rendering: Rendering) {
        self.parent = parent
        self.rendering = rendering
    }

    func write(to writer: inout HTMLWriter) {
        var isFirst = true
        for child in parent.children {
            write(child, isFirst: isFirst, to: &writer)
            isFirst = false
        }
    }

    private func write(_ block: Node, isFirst: Bool, to writer: inout HTMLWriter) {
        let inlines = Inlines(block, rendering.mentions)
        switch block.kind {
        case .paragraph where rendering.isTight && isFirst: inlines.write(to: &writer)
        case .paragraph: p { inlines }.write(to: &writer)
        case .heading: p { strong { inlines } }.write(to: &writer)
        case .quote:
            var inner = rendering
            inner.isTight = false
            blockquote { Blocks(block, inner) }.write(to: &writer)
        case .list: List(list: block, rendering: rendering).write(to: &writer)
        case .code: CodeBlock(block, rendering.source).write(to: &writer)
        case .html: p { Lines(block.literal) }.write(to: &writer)
        default:
            let lines = rendering.source.lines(block.lines.lowerBound, block.lines.upperBound)
            p { Lines(MarkdownSource.typed(lines).trimmingLineEnds) }.write(to: &writer)
        }
    }
}

/// A list with the markers and numbers that were typed.
private struct List: PrimitiveView {
    let list: Node
    let rendering: Rendering

    func write(to writer: inout HTMLWriter) {
        var inner = rendering
        inner.isTight = list.isTight
        let items = list.children.map { item in
            (item, rendering.source.listMarker(line: item.lines.lowerBound, column: item.column))
        }
        let sign = items.first?.1?.sign
        if list.isOrdered {
            ol(.class("parenthesis", if: sign == UInt8(ascii: ")")), .start(items.first?.1?.number ?? 1)) {
                NumberedItems(items: items, rendering: inner)
            }.write(to: &writer)
        } else {
            let style = sign == UInt8(ascii: "-") ? "dash" : sign == UInt8(ascii: "+") ? "plus" : "star"
            ul(.class(style)) {
                for (item, _) in items { li { Blocks(item, inner) } }
            }.write(to: &writer)
        }
    }
}

/// List items; an item gets a `value` if its number is not the previous one plus one.
private struct NumberedItems: PrimitiveView {
    let items: [(Node, ListMarker?)]
    let rendering: Rendering

    func write(to writer: inout HTMLWriter) {
        var expected = items.first?.1?.number ?? 1
        for (item, marker) in items {
            let number = marker?.number ?? expected
            li(.value(number, if: number != expected)) { Blocks(item, rendering) }.write(to: &writer)
            expected = number + 1
        }
    }
}

/// A code block that scrolls in its own box, which the keyboard can focus.
private struct CodeBlock: View {
    let caption: String
    let text: String
    /// Shown if the block is empty.
    let signs: String

    init(_ block: Node, _ source: MarkdownSource) {
        var caption = block.fenceInfo ?? ""
        var text = block.literal.trimmingLineEnds
        let fence = block.fence
        let closing = fence.map { String(repeating: Character(Unicode.Scalar($0.sign)), count: $0.length) } ?? ""
        // "```code … code```" is not valid Markdown, but common.
        if !closing.isEmpty, text.utf8.reversed().starts(with: closing.utf8.reversed()) {
            text = (caption.isEmpty ? "" : caption + "\n") + Substring(text.utf8.dropLast(closing.utf8.count))
            caption = ""
        }
        self.caption = caption
        self.text = text
        signs = closing + caption
        isCode = fence != nil
    }

    private let isCode: Bool

    var body: some View {
        if !isCode {
            p { Lines(text) }
        } else if text.isEmpty {
            p { signs }
        } else {
            pre(.tabindex(0)) {
                if !caption.isEmpty { span(.class("caption")) { caption } }
                code { text }
            }
        }
    }
}
