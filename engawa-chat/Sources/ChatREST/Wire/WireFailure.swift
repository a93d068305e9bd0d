import Bytes
import HTTP

/// The body of an error response.
enum WireFailure {
    /// The maximum length of a quotation from the backend in an error, in characters (Unicode scalars).
    static let maximumCharacters = 200

    /// The backend's message, and the invalid members: `Required (type, participantIds)`; `nil` if the body is not an
    /// error response of the backend.
    static func message(of answer: ClientResponse) -> String? {
        guard let body = JSON(parsing: answer.body), let message = body["message"]?.string else { return nil }
        // Session access returns `details`; elsewhere a member of that name may have another type.
        let paths = body["details"]?.array?.compactMap { $0["path"]?.string } ?? []
        let words = paths.isEmpty ? message : "\(message) (\(paths.joined(separator: ", ")))"
        return words.prefix(scalars: maximumCharacters)
    }
}
