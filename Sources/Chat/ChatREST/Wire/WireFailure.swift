import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The body of an error response.
struct WireFailure: Decodable {
    /// A detail about an invalid member of the request body.
    private struct Detail: Decodable {
        let path: String
    }

    private enum CodingKeys: CodingKey {
        case message
        case details
    }

    /// The maximum length of a quotation from the backend in an error, in characters (Unicode scalars).
    static let maximumCharacters = 200

    /// The backend's message, and the invalid members: `Required (type, participantIds)`.
    private let words: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let message = try container.decode(String.self, forKey: .message)
        // Session access returns `details`; elsewhere a member of that name may have another type.
        let paths = (try? container.decode([Detail].self, forKey: .details))?.map(\.path) ?? []
        words = paths.isEmpty ? message : "\(message) (\(paths.joined(separator: ", ")))"
    }

    /// The backend's message; `nil` if the body is not an error response of the backend.
    static func message(of answer: ClientResponse) -> String? {
        guard let failure = try? JSONDecoder().decode(Self.self, from: Data(answer.body)) else { return nil }
        return String(String.UnicodeScalarView(failure.words.unicodeScalars.prefix(maximumCharacters)))
    }
}
