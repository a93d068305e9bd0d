/// A parser of untrusted input, with a property of everything that it makes of its input.
///
/// `make fuzz` looks for inputs that break a property, and `make test` checks those of the corpus.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Answers of a backend, read without libcurl.
    case answer
    /// The JSON of a backend's answers, read into conversations, messages and people.
    case backend
    case cbor
    /// Pictures that people send.
    case cleaning
    /// Values of header fields: cookies, entity tags, preferences, addresses.
    case fields
    /// Bodies of forms, sent to a server over a socket.
    case form
    case json
    case markdown
    /// Heads of elements of videos and recordings.
    case media
    case picture
    /// Pages that messages link to.
    case preview
    /// Whole requests, sent to a server over a socket.
    case request
    /// Request targets, and the routes that they lead to.
    case target
    /// Signed tokens and key sets.
    case token
    case webauthn

    /// Throws if what the parser makes of `input` breaks its property.
    public func check(_ input: [UInt8]) throws(Violation) {
        switch self {
        case .answer: try AnswerProperty.check(input)
        case .backend: try BackendProperty.check(input)
        case .cbor: try CBORProperty.check(input)
        case .cleaning: try CleaningProperty.check(input)
        case .fields: try FieldsProperty.check(input)
        case .form: try FormProperty.check(input)
        case .json: try JSONProperty.check(input)
        case .markdown: try MarkdownProperty.check(input)
        case .media: try MediaProperty.check(input)
        case .picture: try PictureProperty.check(input)
        case .preview: try PreviewProperty.check(input)
        case .request: try RequestProperty.check(input)
        case .target: try TargetProperty.check(input)
        case .token: try TokenProperty.check(input)
        case .webauthn: try WebAuthnProperty.check(input)
        }
    }
}

/// A property that does not hold.
public struct Violation: Error, CustomStringConvertible {
    public let description: String
}

/// Throws unless `holds`.
func require(_ holds: Bool, _ property: @autoclosure () -> String) throws(Violation) {
    guard holds else { throw Violation(description: property()) }
}
