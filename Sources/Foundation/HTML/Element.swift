/// The name of an element. The protocols in `Attribute.swift` that it conforms to say which attributes it may have.
public protocol Tag {
    static var name: StaticString { get }
}

/// An element with content (WHATWG HTML §13.1.2).
public struct Element<Kind: Tag, Content: View>: PrimitiveView {
    @usableFromInline let attributes: [Attribute<Kind>]
    @usableFromInline let content: Content

    @inlinable init(_ attributes: [Attribute<Kind>], _ content: Content) {
        self.attributes = attributes
        self.content = content
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

/// Functions that write an element around the output of `content`, for elements that occur hundreds of times on a page:
/// they create neither a view value nor an array of attributes.
extension HTMLWriter {
    @inlinable public mutating func write<Kind: Tag>(_ kind: Kind.Type, around content: (inout HTMLWriter) -> Void) {
        write(startOf: Kind.name)
        write(byte: UInt8(ascii: ">"))
        content(&self)
        write(endOf: Kind.name)
    }

    @inlinable public mutating func write<Kind: Tag>(
        _ kind: Kind.Type, _ attribute: Attribute<Kind>, around content: (inout HTMLWriter) -> Void
    ) {
        write(startOf: Kind.name)
        write(attribute)
        write(byte: UInt8(ascii: ">"))
        content(&self)
        write(endOf: Kind.name)
    }

    @inlinable public mutating func write<Kind: Tag>(
        _ kind: Kind.Type, _ first: Attribute<Kind>, _ second: Attribute<Kind>,
        around content: (inout HTMLWriter) -> Void
    ) {
        write(startOf: Kind.name)
        write(first)
        write(second)
        write(byte: UInt8(ascii: ">"))
        content(&self)
        write(endOf: Kind.name)
    }

    @inlinable public mutating func write<Kind: Tag>(
        _ kind: Kind.Type, _ first: Attribute<Kind>, _ second: Attribute<Kind>, _ third: Attribute<Kind>,
        around content: (inout HTMLWriter) -> Void
    ) {
        write(startOf: Kind.name)
        write(first)
        write(second)
        write(third)
        write(byte: UInt8(ascii: ">"))
        content(&self)
        write(endOf: Kind.name)
    }
}

/// An element that has neither content nor an end tag.
public struct VoidElement<Kind: Tag>: PrimitiveView {
    @usableFromInline let attributes: [Attribute<Kind>]

    @inlinable init(_ attributes: [Attribute<Kind>]) { self.attributes = attributes }

    @inlinable public func write(to writer: inout HTMLWriter) { writer.write(startOf: Kind.self, attributes) }
}

extension HTMLWriter {
    @inlinable mutating func write<Kind: Tag>(startOf kind: Kind.Type, _ attributes: [Attribute<Kind>]) {
        write(startOf: Kind.name)
        for attribute in attributes { write(attribute) }
        write(byte: UInt8(ascii: ">"))
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
        writer.write(literal: "<!doctype html>\n")
        content.write(to: &writer)
    }
}
