/// A piece of HTML that can be written.
///
/// Composed views implement `body`; elements and text implement `write(to:)`.
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
    func write(to writer: inout HTMLWriter)
}

extension View {
    @inlinable public func write(to writer: inout HTMLWriter) { body.write(to: &writer) }

    /// The HTML in UTF-8.
    @inlinable public var bytes: [UInt8] { bytes(capacity: 4 << 10) }

    /// - Parameter capacity: the expected number of bytes.
    @inlinable public func bytes(capacity: Int) -> [UInt8] {
        var writer = HTMLWriter(capacity: capacity)
        write(to: &writer)
        return writer.bytes
    }
}

extension Never: View {
    public var body: Never { fatalError("there is no value of Never to ask for its body") }
}

/// A view that implements `write(to:)` and has no body.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    // Only the default `write(to:)` of `View` reads `body`, and each primitive view replaces it.
    public var body: Never { fatalError("a primitive view has no body") }
}

/// Escaped text.
public struct Text: PrimitiveView {
    @usableFromInline let text: String
    @inlinable public init(_ text: String) { self.text = text }
    @inlinable public func write(to writer: inout HTMLWriter) { writer.write(text: text) }
}

extension String: PrimitiveView {
    @inlinable public func write(to writer: inout HTMLWriter) { writer.write(text: self) }
}

/// Bytes that are already HTML: the only way to bypass escaping.
///
/// The bytes must come from this module or from a library that produces safe HTML.
public struct RawHTML: PrimitiveView, Sendable {
    @usableFromInline let html: [UInt8]
    @inlinable public init(trusted html: [UInt8]) { self.html = html }
    @inlinable public func write(to writer: inout HTMLWriter) { writer.write(raw: html) }
}

/// A view of any type. What is put around it is compiled once, not for each type that is put inside.
public struct AnyView: PrimitiveView {
    private let view: any View

    public init(_ view: some View) { self.view = view }

    public func write(to writer: inout HTMLWriter) { view.write(to: &writer) }
}

/// A view without output.
public struct EmptyView: PrimitiveView {
    @inlinable public init() {}
    @inlinable public func write(to writer: inout HTMLWriter) {}
}
