/// An attribute of an HTML element; `Kind` limits it to the elements that HTML allows it on.
public struct Attribute<Kind: Tag> {
    @usableFromInline enum Value {
        case text(String)
        /// Written without escaping; the program's own text.
        case literal(StaticString)
        /// A boolean attribute that is set.
        case present
        case absent
    }

    @usableFromInline let name: StaticString
    @usableFromInline let value: Value

    @inlinable init(_ name: StaticString, literal: StaticString) {
        self.name = name
        value = .literal(literal)
    }

    @inlinable init(_ name: StaticString, if isPresent: Bool) {
        self.name = name
        value = isPresent ? .present : .absent
    }

    @inlinable init(_ name: StaticString, _ value: String?) {
        self.name = name
        self.value = value.map { .text($0) } ?? .absent
    }
}

extension Attribute {
    @inlinable public static func id(_ value: String) -> Self { Self("id", value) }
    @inlinable public static func `class`(_ value: String) -> Self { Self("class", value) }
    /// Like `class(_:)`, but skips escaping; for classes that occur hundreds of times on a page.
    @inlinable public static func `class`(literal: StaticString) -> Self { Self("class", literal: literal) }
    /// The class if `isPresent`, else no attribute.
    @inlinable public static func `class`(_ value: String, if isPresent: Bool) -> Self {
        Self("class", isPresent ? value : nil)
    }
    @inlinable public static func lang(_ value: String) -> Self { Self("lang", value) }
    @inlinable public static func dir(_ value: String) -> Self { Self("dir", value) }
    @inlinable public static func dir(literal: StaticString) -> Self { Self("dir", literal: literal) }
    @inlinable public static func title(_ value: String) -> Self { Self("title", value) }
    /// The title if `isPresent`, else no attribute.
    @inlinable public static func title(_ value: String, if isPresent: Bool) -> Self {
        Self("title", isPresent ? value : nil)
    }
    @inlinable public static func role(_ value: String) -> Self { Self("role", value) }
    @inlinable public static func tabindex(_ value: Int) -> Self { Self("tabindex", String(value)) }
    @inlinable public static func hidden(_ isPresent: Bool = true) -> Self { Self("hidden", if: isPresent) }
    /// WAI-ARIA 1.2; `name` without the `aria-`.
    @inlinable public static func aria(_ name: ARIA, literal: StaticString) -> Self {
        Self(name.attribute, literal: literal)
    }
    @inlinable public static func aria(_ name: ARIA, _ value: String?) -> Self { Self(name.attribute, value) }
    /// A `data-…` attribute, which scripts read.
    @inlinable public static func data(_ name: StaticString, _ value: String?) -> Self { Self(name, value) }
    /// The `data-…` attribute if `isPresent`, else no attribute.
    @inlinable public static func data(_ name: StaticString, _ value: String, if isPresent: Bool) -> Self {
        Self(name, isPresent ? value : nil)
    }
}

/// The ARIA attributes that pages use.
public enum ARIA {
    case label
    case labelledby
    case describedby
    case current
    case live
    case hidden
    case invalid
    case busy
    case controls
    case pressed

    @usableFromInline var attribute: StaticString {
        switch self {
        case .label: "aria-label"
        case .labelledby: "aria-labelledby"
        case .describedby: "aria-describedby"
        case .current: "aria-current"
        case .live: "aria-live"
        case .hidden: "aria-hidden"
        case .invalid: "aria-invalid"
        case .busy: "aria-busy"
        case .controls: "aria-controls"
        case .pressed: "aria-pressed"
        }
    }
}

/// Elements that link to a URL.
public protocol LinkingTag: Tag {}
extension Tags.A: LinkingTag {}
extension Tags.Link: LinkingTag {}

extension Attribute where Kind: LinkingTag {
    @inlinable public static func href(_ url: SafeURL) -> Self { Self("href", url.description) }
    @inlinable public static func rel(_ value: String) -> Self { Self("rel", value) }
}

/// Elements that load a resource.
public protocol EmbeddingTag: Tag {}
extension Tags.Img: EmbeddingTag {}
extension Tags.Input: EmbeddingTag {}
extension Tags.Script: EmbeddingTag {}

extension Attribute where Kind: EmbeddingTag {
    @inlinable public static func src(_ url: SafeURL) -> Self { Self("src", url.description) }
}

/// Elements that show a picture.
public protocol PictureTag: Tag {}
extension Tags.Img: PictureTag {}
extension Tags.Input: PictureTag {}

extension Attribute where Kind: PictureTag {
    @inlinable public static func alt(_ text: String) -> Self { Self("alt", text) }
    @inlinable public static func width(_ pixels: Int) -> Self { Self("width", String(pixels)) }
    @inlinable public static func height(_ pixels: Int) -> Self { Self("height", String(pixels)) }
}

extension Attribute where Kind == Tags.Img {
    @inlinable public static func loading(_ value: String) -> Self { Self("loading", value) }
}

/// Form controls that submit a value.
public protocol FieldTag: Tag {}
extension Tags.Input: FieldTag {}
extension Tags.Textarea: FieldTag {}
extension Tags.Select: FieldTag {}
extension Tags.Button: FieldTag {}

extension Attribute where Kind: FieldTag {
    @inlinable public static func name(_ value: String) -> Self { Self("name", value) }
    @inlinable public static func disabled(_ isPresent: Bool = true) -> Self { Self("disabled", if: isPresent) }
    @inlinable public static func required(_ isPresent: Bool = true) -> Self { Self("required", if: isPresent) }
    @inlinable public static func autofocus(_ isPresent: Bool = true) -> Self { Self("autofocus", if: isPresent) }
    @inlinable public static func autocomplete(_ value: String) -> Self { Self("autocomplete", value) }
    @inlinable public static func placeholder(_ value: String) -> Self { Self("placeholder", value) }
    /// In UTF-16 code units, as browsers count.
    @inlinable public static func maxlength(_ value: Int) -> Self { Self("maxlength", String(value)) }
    @inlinable public static func enterkeyhint(_ value: String) -> Self { Self("enterkeyhint", value) }
    @inlinable public static func readonly(_ isPresent: Bool = true) -> Self { Self("readonly", if: isPresent) }
    @inlinable public static func inputmode(_ value: String) -> Self { Self("inputmode", value) }
    @inlinable public static func autocapitalize(_ value: String) -> Self { Self("autocapitalize", value) }
    @inlinable public static func spellcheck(_ value: Bool) -> Self { Self("spellcheck", value ? "true" : "false") }
}

/// Elements with a `value` attribute that is not submitted.
public protocol ValueTag: Tag {}
extension Tags.Input: ValueTag {}
extension Tags.Button: ValueTag {}
extension Tags.Option: ValueTag {}

extension Attribute where Kind: ValueTag {
    @inlinable public static func value(_ value: String) -> Self { Self("value", value) }
}

/// Elements with a `type` attribute.
public protocol TypedTag: Tag {}
extension Tags.Input: TypedTag {}
extension Tags.Button: TypedTag {}
extension Tags.Script: TypedTag {}
extension Tags.Link: TypedTag {}

extension Attribute where Kind: TypedTag {
    @inlinable public static func type(_ value: String) -> Self { Self("type", value) }
}

extension Attribute where Kind == Tags.Button {
    /// Where this button submits its form, instead of the form's own action.
    @inlinable public static func formaction(_ url: SafeURL) -> Self { Self("formaction", url.description) }
    /// How this button submits its form, instead of the form's own encoding.
    @inlinable public static func formenctype(_ value: FormEncoding) -> Self { Self("formenctype", value.rawValue) }
    /// Whether this button submits its form also while required fields are empty.
    @inlinable public static func formnovalidate(_ isPresent: Bool = true) -> Self {
        Self("formnovalidate", if: isPresent)
    }
}

extension Attribute where Kind == Tags.Input {
    @inlinable public static func checked(_ isPresent: Bool) -> Self { Self("checked", if: isPresent) }
}

extension Attribute where Kind == Tags.Svg {
    @inlinable public static func viewBox(_ value: String) -> Self { Self("viewBox", value) }
}

extension Attribute where Kind == Tags.SvgPath {
    /// The path's data (SVG 2 §9.3).
    @inlinable public static func d(_ value: String) -> Self { Self("d", value) }
}

extension Attribute where Kind == Tags.Th {
    /// What the cell is the head of: `row` or `col`.
    @inlinable public static func scope(_ value: String) -> Self { Self("scope", value) }
}

extension Attribute where Kind == Tags.Option {
    @inlinable public static func selected(_ isPresent: Bool) -> Self { Self("selected", if: isPresent) }
}

extension Attribute where Kind == Tags.Textarea {
    @inlinable public static func rows(_ value: Int) -> Self { Self("rows", String(value)) }
}

extension Attribute where Kind == Tags.Form {
    @inlinable public static func action(_ url: SafeURL) -> Self { Self("action", url.description) }
    @inlinable public static func method(_ value: FormMethod) -> Self { Self("method", value.rawValue) }
}

extension Attribute where Kind == Tags.Form {
    /// `nil` for a form without files.
    @inlinable public static func enctype(_ value: FormEncoding?) -> Self { Self("enctype", value?.rawValue) }
}

/// How a form is sent (WHATWG HTML §4.10.18.6).
public enum FormEncoding: String {
    /// Without files, which is how forms are sent where nothing else is said.
    case urlEncoded = "application/x-www-form-urlencoded"
    /// With files.
    case multipart = "multipart/form-data"
}

/// The HTTP method of a form.
public enum FormMethod: String {
    case get
    case post
}

extension Attribute where Kind == Tags.Input {
    /// The types of files that the browser offers first.
    @inlinable public static func accept(_ types: String) -> Self { Self("accept", types) }
    @inlinable public static func multiple(_ isPresent: Bool = true) -> Self { Self("multiple", if: isPresent) }
}

extension Attribute where Kind == Tags.Label {
    @inlinable public static func `for`(_ id: String) -> Self { Self("for", id) }
}

extension Attribute where Kind == Tags.Time {
    /// A time in RFC 3339 format.
    @inlinable public static func datetime(_ value: String) -> Self { Self("datetime", value) }
}

extension Attribute where Kind == Tags.Meta {
    @inlinable public static func charset(_ value: String) -> Self { Self("charset", value) }
    @inlinable public static func name(_ value: String) -> Self { Self("name", value) }
    @inlinable public static func content(_ value: String) -> Self { Self("content", value) }
    @inlinable public static func media(_ value: String) -> Self { Self("media", value) }
    @inlinable public static func httpEquiv(_ value: String) -> Self { Self("http-equiv", value) }
}

extension Attribute where Kind == Tags.Link {
    @inlinable public static func blocking(_ value: String) -> Self { Self("blocking", value) }
}

extension Attribute where Kind == Tags.Script {
    /// It runs when the page is parsed, in its order among the modules.
    @inlinable public static func `defer`(_ isPresent: Bool = true) -> Self { Self("defer", if: isPresent) }
}

extension Attribute where Kind == Tags.Ol {
    /// The number of the first item.
    @inlinable public static func start(_ number: Int) -> Self { Self("start", number == 1 ? nil : String(number)) }
}

extension Attribute where Kind == Tags.Li {
    /// The item's number in an ordered list, if it differs from the previous number plus one.
    @inlinable public static func value(_ number: Int, if isPresent: Bool) -> Self {
        Self("value", isPresent ? String(number) : nil)
    }
}

extension Attribute where Kind == Tags.Progress {
    @inlinable public static func value(_ value: Int) -> Self { Self("value", String(value)) }
    @inlinable public static func max(_ value: Int) -> Self { Self("max", String(value)) }
}

extension Attribute where Kind == Tags.Details {
    @inlinable public static func open(_ isPresent: Bool) -> Self { Self("open", if: isPresent) }
}
