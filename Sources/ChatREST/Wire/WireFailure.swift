import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The body of a refusal.
struct WireFailure: Decodable {
    /// How much of the backend's words an error carries, in characters.
    static let maximumCharacters = 200

    let message: String

    /// The backend's own words; `nil` where the body is not a refusal of the backend.
    static func message(of answer: ClientResponse) -> String? {
        guard let failure = try? JSONDecoder().decode(Self.self, from: Data(answer.body)) else { return nil }
        return String(failure.message.prefix(maximumCharacters))
    }
}
