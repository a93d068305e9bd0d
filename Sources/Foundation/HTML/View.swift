/// A piece of HTML that can write itself.
///
/// A view of one's own gives a `body`; elements and text write themselves.
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
    func write(to writer: inout HTMLWriter)
}

extension View {
    @inlinable public func write(to writer: inout HTMLWriter) { body.write(to: &writer) }

    /// The piece as bytes of UTF-8.
    @inlinable public var bytes: [UInt8] {
        var writer = HTMLWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// The piece as bytes, where it is a whole page.
    @inlinable public var pageBytes: [UInt8] { HTMLWriter.bytes { write(to: &$0) } }
}

extension Never: View {
    public var body: Never { fatalError("there is no value of Never to ask for its body") }
}

/// A piece that writes itself and has no body.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    // Only `View`'s own `write(to:)` asks for it, in whose place every primitive has one.
    public var body: Never { fatalError("a primitive writes itself; nobody asks for its body") }
}

/// Text, escaped.
public struct Text: PrimitiveView {
    @usableFromInline let text: String
    @inlinable public init(_ text: String) { self.text = text }
    @inlinable public func write(to writer: inout HTMLWriter) { writer.write(text: text) }
}

extension String: PrimitiveView {
    @inlinable public func write(to writer: inout HTMLWriter) { writer.write(text: self) }
}

/// Bytes that are HTML already: the one hatch around escaping.
///
/// What goes in must come from a library that makes safe HTML, or from this module.
public struct RawHTML: PrimitiveView {
    @usableFromInline let html: [UInt8]
    @inlinable public init(trusted html: [UInt8]) { self.html = html }
    @inlinable public func write(to writer: inout HTMLWriter) { writer.write(raw: html) }
}

/// Nothing.
public struct EmptyView: PrimitiveView {
    @inlinable public init() {}
    @inlinable public func write(to writer: inout HTMLWriter) {}
}
