/// The name of an element. The protocols in `Attribute.swift` that it conforms to say which attributes it may have.
public protocol Tag {
    static var name: StaticString { get }
}

/// An element with content (WHATWG HTML §13.1.2).
public struct Element<Kind: Tag, Content: View>: PrimitiveView {
    @usableFromInline let attributes: [Attribute<Kind>]
    @usableFromInline let content: Content

    @inlinable public init(
        _ attributes: Attribute<Kind>..., @ViewBuilder content: () -> Content = { EmptyView() }
    ) {
        self.attributes = attributes
        self.content = content()
    }

    @inlinable public func write(to writer: inout HTMLWriter) {
        writer.write(startOf: Kind.self, attributes)
        content.write(to: &writer)
        writer.write(endOf: Kind.name)
    }
}

extension HTMLWriter {
    /// Writes a view outside of a view builder.
    @inlinable public mutating func write(_ view: some View) { view.write(to: &self) }
}

extension HTMLWriter {
    /// Writes an element around the output of `content`, for elements that occur hundreds of times on a page: creates
    /// neither a view value nor an array of attributes.
    @inlinable public mutating func write<Kind: Tag>(
        _ kind: Kind.Type, _ first: Attribute<Kind>? = nil, _ second: Attribute<Kind>? = nil,
        _ third: Attribute<Kind>? = nil, around content: (inout HTMLWriter) -> Void
    ) {
        write(startOf: Kind.name)
        if let first { write(first) }
        if let second { write(second) }
        if let third { write(third) }
        write(markup: ">")
        content(&self)
        write(endOf: Kind.name)
    }
}

/// An element that has neither content nor an end tag.
public struct VoidElement<Kind: Tag>: PrimitiveView {
    @usableFromInline let attributes: [Attribute<Kind>]

    @inlinable public init(_ attributes: Attribute<Kind>...) { self.attributes = attributes }

    @inlinable public func write(to writer: inout HTMLWriter) { writer.write(startOf: Kind.self, attributes) }
}

extension HTMLWriter {
    @inlinable mutating func write<Kind: Tag>(startOf kind: Kind.Type, _ attributes: [Attribute<Kind>]) {
        write(startOf: Kind.name)
        for attribute in attributes { write(attribute) }
        write(markup: ">")
    }

    @inlinable mutating func write<Kind: Tag>(_ attribute: Attribute<Kind>) {
        switch attribute.value {
        case .absent: break
        case .present: write(attribute: attribute.name)
        case .text(let text): write(attribute: attribute.name, text)
        case .literal(let text): write(attribute: attribute.name, literal: text)
        }
    }
}

/// `<!doctype html>` and the root element.
public struct Document<Content: View>: PrimitiveView {
    @usableFromInline let content: Content

    @inlinable public init(@ViewBuilder _ content: () -> Content) { self.content = content() }

    @inlinable public func write(to writer: inout HTMLWriter) {
        writer.write(markup: "<!doctype html>\n")
        content.write(to: &writer)
    }
}
