/// Puts pieces of HTML one after the other.
@resultBuilder
public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildPartialBlock<Content: View>(first: Content) -> Content { first }
    public static func buildPartialBlock<First: View, Second: View>(accumulated: First, next: Second)
        -> ViewPair<First, Second>
    {
        ViewPair(first: accumulated, second: next)
    }
    public static func buildOptional<Content: View>(_ content: Content?) -> OptionalView<Content> {
        OptionalView(content: content)
    }
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        .first(first)
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        .second(second)
    }
    public static func buildArray<Content: View>(_ contents: [Content]) -> ViewList<Content> {
        ViewList(contents: contents)
    }
}

/// Two pieces in a row.
public struct ViewPair<First: View, Second: View>: PrimitiveView {
    let first: First
    let second: Second

    public func write(to writer: inout HTMLWriter) {
        first.write(to: &writer)
        second.write(to: &writer)
    }
}

/// A piece, or nothing.
public struct OptionalView<Content: View>: PrimitiveView {
    let content: Content?

    public func write(to writer: inout HTMLWriter) { content?.write(to: &writer) }
}

/// One piece or another.
public enum EitherView<First: View, Second: View>: PrimitiveView {
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
public struct ViewList<Content: View>: PrimitiveView {
    let contents: [Content]

    public func write(to writer: inout HTMLWriter) {
        for content in contents { content.write(to: &writer) }
    }
}
