import Cryptography
public import HTTP

/// An authorization response (RFC 6749 §4.1.2), sent through the browser as a query or a form.
public struct AuthorizationResponse: Sendable, Equatable {
    enum Outcome: Sendable, Equatable {
        case code(Secret)
        case refusal(code: String, words: String?)
    }

    private static let maximumValueBytes = 8_192

    public let state: String
    /// RFC 9207.
    let issuer: String?
    let outcome: Outcome
    /// Apple's `user`, sent with the first consent only.
    let user: String?

    public init(_ query: Query, from provider: ProviderID) throws(ProviderError) {
        try self.init(query.items.map { ($0.name, $0.value) }, from: provider)
    }

    /// Repeated parameters are errors (RFC 6749 §3.1), and unknown ones are ignored.
    private init(_ parameters: [(name: String, value: String)], from provider: ProviderID) throws(ProviderError) {
        func fault(_ words: String) -> ProviderError {
            ProviderError(.invalidAnswer(words), during: .callback, at: provider)
        }
        var values: [String: String] = [:]
        for (name, value) in parameters where Self.names.contains(name) {
            guard values[name] == nil else { throw fault("a parameter came twice") }
            guard value.utf8.count <= Self.maximumValueBytes else { throw fault("a parameter is too long") }
            values[name] = value
        }
        guard let state = values["state"], !state.isEmpty else { throw fault("there is no state") }
        switch (values["code"], values["error"]) {
        case (let code?, nil) where !code.isEmpty: outcome = .code(Secret(code))
        case (nil, let error?):
            outcome = .refusal(
                code: ProviderWords.quotable(error) ?? "", words: ProviderWords.quotable(values["error_description"]))
        default: throw fault("neither a code nor an error")
        }
        self.state = state
        issuer = values["iss"]
        user = values["user"]
    }

    private static let names: Set = ["state", "code", "error", "error_description", "iss", "user"]

    /// Error codes for a person who cancels: RFC 6749 §4.1.2.1, and Apple's own.
    static let cancellations: Set = ["access_denied", "user_cancelled_authorize"]
}
