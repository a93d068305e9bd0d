import Chat
import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension UserID {
    /// The caller in open access for routes that do not name one: the nil UUID (RFC 9562 §5.9), which no user has.
    static let nobody = UserID("00000000-0000-0000-0000-000000000000")!
}

/// A request at its endpoint: parameters, query and body as typed values.
struct RoutedRequest: Sendable {
    let http: Request
    /// The decoded parameters of the path, in order.
    let parameters: [String]
    /// The user of the session; `nil` in open access and for routes without a session.
    var session: User?

    /// An id in the path; 404 if it is malformed.
    func identifier<Entity>(_ index: Int, of subject: String) throws(ErrorResponse) -> Identifier<Entity> {
        guard let identifier = Identifier<Entity>(parameters[index]) else {
            throw ErrorResponse(.notFound, "\(subject) not found")
        }
        return identifier
    }

    /// The caller, for routes that do not name it in open access.
    var asker: UserID { session?.id ?? .nobody }

    /// The caller: of the session, or in open access named in the body.
    func caller(_ named: WireIdentifier<User>?, _ member: String) throws(ErrorResponse) -> UserID {
        if let session { return session.id }
        guard let named else { throw .badRequest("\(member) is required", at: member) }
        return named.identifier
    }

    /// The caller: of the session, or in open access named in the query.
    func caller() throws(ErrorResponse) -> UserID {
        if let session { return session.id }
        guard let text = http.target.query["userId"], !text.isEmpty else {
            throw .badRequest("userId is required")
        }
        guard let user = UserID(text) else { throw .badRequest("userId must be a UUID") }
        return user
    }

    /// The JSON body. `Content-Type` is ignored, except for a form.
    func body<Body: Decodable>(_ type: Body.Type = Body.self) throws(ErrorResponse) -> Body {
        let bytes: [UInt8]
        switch http.body {
        case .bytes(let body): bytes = body
        case .none: bytes = []
        case .form: throw ErrorResponse(.unsupportedMediaType, "The body must be JSON")
        }
        guard !bytes.isEmpty else { throw .badRequest("A JSON body is required", at: "") }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            let (message, place) = Self.describe(error)
            throw .badRequest(message, at: place)
        }
    }

    /// The error in a body, and the member that it concerns.
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
