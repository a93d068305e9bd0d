import Chat
import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension UserID {
    /// Who asks where the routes of open access don't want to know it: the nil UUID (RFC 9562 §5.9), which nobody has.
    static let nobody = UserID("00000000-0000-0000-0000-000000000000")!
}

/// A request that has found its endpoint: its parameters, query and body as typed values.
///
/// Everything throws `Refusal`.
struct Question: Sendable {
    let request: Request
    /// The parameters of the path, in order, decoded.
    let parameters: [String]

    /// An id in the path; a malformed one names nothing, so it is 404.
    func identifier<Entity>(_ index: Int, of subject: String) throws(Refusal) -> Identifier<Entity> {
        guard let identifier = Identifier<Entity>(parameters[index]) else {
            throw Refusal(.notFound, "\(subject) not found")
        }
        return identifier
    }

    /// The caller, as the query names them.
    func caller() throws(Refusal) -> UserID {
        guard let text = request.target.query["userId"], !text.isEmpty else {
            throw .badRequest("userId is required")
        }
        guard let user = UserID(text) else { throw .badRequest("userId must be a UUID") }
        return user
    }

    /// The JSON in the body, whatever the `Content-Type` says; only a form is none.
    func body<Body: Decodable>(_ type: Body.Type = Body.self) throws(Refusal) -> Body {
        let bytes: [UInt8]
        switch request.body {
        case .bytes(let body): bytes = body
        case .none: bytes = []
        case .form: throw Refusal(.unsupportedMediaType, "The body must be JSON")
        }
        guard !bytes.isEmpty else { throw .badRequest("A JSON body is required") }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw .badRequest(Self.describe(error))
        }
    }

    private static func describe(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.isEmpty
                ? "The body"
                : path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        return switch error as? DecodingError {
        case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is required"
        case .valueNotFound(_, let context): "\(place(context.codingPath)) must not be null"
        case .typeMismatch(let type, let context): "\(place(context.codingPath)) must be \(name(of: type))"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(place(context.codingPath)) \(context.debugDescription)"
        default: "The body is not JSON"
        }
    }

    private static func name(of type: any Any.Type) -> String {
        if type == String.self { return "a string" }
        return type is any ExpressibleByArrayLiteral.Type && !(type is any ExpressibleByDictionaryLiteral.Type)
            ? "an array" : "an object"
    }
}
