/// What an element is called, and which attributes it may have (by the protocols in `Attribute.swift`).
public protocol Tag {
    static var name: StaticString { get }
}

/// An element with content (WHATWG HTML §13.1.2).
public struct Element<Kind: Tag, Content: View>: PrimitiveView {
    let attributes: [Attribute<Kind>]
    let content: Content

    init(_ attributes: [Attribute<Kind>], _ content: Content) {
        self.attributes = attributes
        self.content = content
    }

    public func write(to writer: inout HTMLWriter) {
        writer.write(startOf: Kind.self, attributes)
        content.write(to: &writer)
        writer.write(literal: "</")
        writer.write(literal: Kind.name)
        writer.write(literal: ">")
    }
}

/// An element that has neither content nor an end tag.
public struct VoidElement<Kind: Tag>: PrimitiveView {
    let attributes: [Attribute<Kind>]

    init(_ attributes: [Attribute<Kind>]) { self.attributes = attributes }

    public func write(to writer: inout HTMLWriter) { writer.write(startOf: Kind.self, attributes) }
}

extension HTMLWriter {
    fileprivate mutating func write<Kind: Tag>(startOf kind: Kind.Type, _ attributes: [Attribute<Kind>]) {
        write(literal: "<")
        write(literal: Kind.name)
        for attribute in attributes {
            switch attribute.value {
            case .absent: continue
            case .present:
                write(literal: " ")
                write(literal: attribute.name)
            case .text(let text):
                write(literal: " ")
                write(literal: attribute.name)
                write(literal: "=\"")
                write(text: text)
                write(literal: "\"")
            }
        }
        write(literal: ">")
    }
}

/// `<!doctype html>` and what follows.
public struct Document<Content: View>: PrimitiveView {
    let content: Content

    public init(@ViewBuilder _ content: () -> Content) { self.content = content() }

    public func write(to writer: inout HTMLWriter) {
        writer.write(literal: "<!doctype html>\n")
        content.write(to: &writer)
    }
}
