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
    /// Whose session it comes in; `nil` in open access, and where anybody may ask.
    var session: User?

    /// An id in the path; a malformed one names nothing, so it is 404.
    func identifier<Entity>(_ index: Int, of subject: String) throws(Refusal) -> Identifier<Entity> {
        guard let identifier = Identifier<Entity>(parameters[index]) else {
            throw Refusal(.notFound, "\(subject) not found")
        }
        return identifier
    }

    /// Who asks, where the route does not want to know it in open access.
    var asker: UserID { session?.id ?? .nobody }

    /// The caller: the session's, or in open access as a member of the body names them.
    func caller(_ named: WireIdentifier<User>?, _ member: String) throws(Refusal) -> UserID {
        if let session { return session.id }
        guard let named else { throw .badRequest("\(member) is required", at: member) }
        return named.identifier
    }

    /// The caller: the session's, or in open access as the query names them.
    func caller() throws(Refusal) -> UserID {
        if let session { return session.id }
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
        guard !bytes.isEmpty else { throw .badRequest("A JSON body is required", at: "") }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            let (message, place) = Self.describe(error)
            throw .badRequest(message, at: place)
        }
    }

    /// What is wrong with a body, and where.
    private static func describe(_ error: any Error) -> (message: String, place: String) {
        func place(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        func name(_ path: [any CodingKey]) -> String { path.isEmpty ? "The body" : place(path) }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context):
            let path = context.codingPath + [key]
            return ("\(name(path)) is required", place(path))
        case .valueNotFound(_, let context):
            return ("\(name(context.codingPath)) must not be null", place(context.codingPath))
        case .typeMismatch(let type, let context):
            return ("\(name(context.codingPath)) must be \(self.name(of: type))", place(context.codingPath))
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return ("\(name(context.codingPath)) \(context.debugDescription)", place(context.codingPath))
        default: return ("The body is not JSON", "")
        }
    }

    private static func name(of type: any Any.Type) -> String {
        if type == String.self { return "a string" }
        return type is any ExpressibleByArrayLiteral.Type && !(type is any ExpressibleByDictionaryLiteral.Type)
            ? "an array" : "an object"
    }
}
