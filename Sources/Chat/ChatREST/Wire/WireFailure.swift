import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The body of a refusal.
struct WireFailure: Decodable {
    /// What of a body the backend did not like.
    private struct Detail: Decodable {
        let path: String
    }

    private enum CodingKeys: CodingKey {
        case message
        case details
    }

    /// How much of the backend's words an error carries, in characters (Unicode scalars).
    static let maximumCharacters = 200

    /// The backend's words, and where in the body they apply: `Required (type, participantIds)`.
    private let words: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let message = try container.decode(String.self, forKey: .message)
        // Session access has them, and some other member of that name elsewhere.
        let paths = (try? container.decode([Detail].self, forKey: .details))?.map(\.path) ?? []
        words = paths.isEmpty ? message : "\(message) (\(paths.joined(separator: ", ")))"
    }

    /// The backend's own words; `nil` where the body is not a refusal of the backend.
    static func message(of answer: ClientResponse) -> String? {
        guard let failure = try? JSONDecoder().decode(Self.self, from: Data(answer.body)) else { return nil }
        return String(String.UnicodeScalarView(failure.words.unicodeScalars.prefix(maximumCharacters)))
    }
}
