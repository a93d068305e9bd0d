/// Puts pieces of HTML one after the other.
@resultBuilder
public enum HTMLBuilder {
    public static func buildBlock() -> EmptyHTML { EmptyHTML() }
    public static func buildExpression<Content: HTML>(_ content: Content) -> Content { content }
    public static func buildPartialBlock<Content: HTML>(first: Content) -> Content { first }
    public static func buildPartialBlock<First: HTML, Second: HTML>(accumulated: First, next: Second)
        -> HTMLPair<First, Second>
    {
        HTMLPair(first: accumulated, second: next)
    }
    public static func buildOptional<Content: HTML>(_ content: Content?) -> HTMLOptional<Content> {
        HTMLOptional(content: content)
    }
    public static func buildEither<First: HTML, Second: HTML>(first: First) -> HTMLEither<First, Second> {
        .first(first)
    }
    public static func buildEither<First: HTML, Second: HTML>(second: Second) -> HTMLEither<First, Second> {
        .second(second)
    }
    public static func buildArray<Content: HTML>(_ contents: [Content]) -> HTMLList<Content> {
        HTMLList(contents: contents)
    }
}

/// Two pieces in a row.
public struct HTMLPair<First: HTML, Second: HTML>: PrimitiveHTML {
    let first: First
    let second: Second

    public func write(to writer: inout HTMLWriter) {
        first.write(to: &writer)
        second.write(to: &writer)
    }
}

/// A piece, or nothing.
public struct HTMLOptional<Content: HTML>: PrimitiveHTML {
    let content: Content?

    public func write(to writer: inout HTMLWriter) { content?.write(to: &writer) }
}

/// One piece or another.
public enum HTMLEither<First: HTML, Second: HTML>: PrimitiveHTML {
    case first(First)
    case second(Second)

    public func write(to writer: inout HTMLWriter) {
        switch self {
        case .first(let content): content.write(to: &writer)
        case .second(let content): content.write(to: &writer)
        }
    }
}

/// Pieces of one kind in a row.
public struct HTMLList<Content: HTML>: PrimitiveHTML {
    let contents: [Content]

    public func write(to writer: inout HTMLWriter) {
        for content in contents { content.write(to: &writer) }
    }
}
