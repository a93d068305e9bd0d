/// Concatenates views.
///
/// Its parameters are `consuming` (SE-0377): otherwise each view would be copied whenever another is put around or
/// behind it.
@resultBuilder
public enum ViewBuilder {
    @inlinable public static func buildBlock() -> EmptyView { EmptyView() }
    @inlinable public static func buildExpression<Content: View>(_ content: consuming Content) -> Content { content }
    @inlinable public static func buildPartialBlock<Content: View>(first: consuming Content) -> Content { first }
    @inlinable public static func buildPartialBlock<First: View, Second: View>(
        accumulated: consuming First, next: consuming Second
    )
        -> ViewPair<First, Second>
    {
        ViewPair(first: accumulated, second: next)
    }
    @inlinable public static func buildOptional<Content: View>(_ content: consuming Content?) -> OptionalView<Content> {
        OptionalView(content: content)
    }
    @inlinable public static func buildEither<First: View, Second: View>(first: consuming First) -> EitherView<
        First, Second
    > {
        .first(first)
    }
    @inlinable public static func buildEither<First: View, Second: View>(second: consuming Second) -> EitherView<
        First, Second
    > {
        .second(second)
    }
    @inlinable public static func buildArray<Content: View>(_ contents: consuming [Content]) -> ViewList<Content> {
        ViewList(contents: contents)
    }
}

/// Two views in sequence.
public struct ViewPair<First: View, Second: View>: PrimitiveView {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable init(first: First, second: Second) {
        self.first = first
        self.second = second
    }

    @inlinable public func write(to writer: inout HTMLWriter) {
        first.write(to: &writer)
        second.write(to: &writer)
    }
}

/// A view or nothing.
public struct OptionalView<Content: View>: PrimitiveView {
    @usableFromInline let content: Content?

    @inlinable init(content: Content?) { self.content = content }

    @inlinable public func write(to writer: inout HTMLWriter) { content?.write(to: &writer) }
}

/// One of two views.
public enum EitherView<First: View, Second: View>: PrimitiveView {
    case first(First)
    case second(Second)

    @inlinable public func write(to writer: inout HTMLWriter) {
        switch self {
        case .first(let content): content.write(to: &writer)
        case .second(let content): content.write(to: &writer)
        }
    }
}

/// Views of one type in sequence.
public struct ViewList<Content: View>: PrimitiveView {
    @usableFromInline let contents: [Content]

    @inlinable init(contents: [Content]) { self.contents = contents }

    @inlinable public func write(to writer: inout HTMLWriter) {
        for content in contents { content.write(to: &writer) }
    }
}
