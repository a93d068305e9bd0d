import Bytes
public import Chat
import Cryptography

/// An authorization response that arrived as a cross-site form without cookies, and is stored in its transaction until
/// the browser requests it with the cookie.
public struct StoredAuthorizationResponse: Sendable, Equatable {
    /// Short, because the browser is redirected immediately.
    public static let lifetime = Duration.seconds(120)
    /// The maximum length of a stored response.
    static let maximumBytes = 16_384

    let answer: AuthorizationResponse
    let until: Timestamp
}

extension SignInTransaction {
    /// The transaction with the response stored in it; `nil` if it belongs to another provider, has expired, or has a
    /// response already.
    public func storing(_ answer: AuthorizationResponse, at provider: ProviderID, now: Timestamp) -> SignInTransaction?
    {
        guard provider == self.provider, now < expiresAt, parked == nil,
            answer.json.bytes.count <= StoredAuthorizationResponse.maximumBytes
        else { return nil }
        var transaction = self
        transaction.parked = StoredAuthorizationResponse(
            answer: answer, until: min(expiresAt, now.adding(StoredAuthorizationResponse.lifetime)))
        return transaction
    }

    /// The stored response, if it has not expired.
    public func storedResponse(now: Timestamp) -> AuthorizationResponse? {
        parked.flatMap { now < $0.until ? $0.answer : nil }
    }
}

extension StoredAuthorizationResponse {
    var json: JSON { ["answer": answer.json, "until": .number(Double(until.milliseconds))] }

    init?(_ json: JSON) {
        guard let answer = json["answer"].flatMap({ AuthorizationResponse($0) }),
            let until = json["until"]?.number.flatMap({ Int64(exactly: $0) })
        else { return nil }
        self.init(answer: answer, until: Timestamp(milliseconds: until))
    }
}

extension AuthorizationResponse {
    /// The response for storing it, sealed.
    var json: JSON {
        var members: [String: JSON] = ["state": .string(state)]
        members["iss"] = issuer.map { .string($0) }
        members["user"] = user.map { .string($0) }
        switch outcome {
        case .code(let code): members["code"] = .string(code.revealed)
        case .refusal(let code, let words):
            members["error"] = .string(code)
            members["words"] = words.map { .string($0) }
        }
        return .object(members)
    }

    init?(_ json: JSON) {
        guard let state = json["state"]?.string else { return nil }
        self.state = state
        issuer = json["iss"]?.string
        user = json["user"]?.string
        if let code = json["code"]?.string {
            outcome = .code(Secret(code))
        } else if let error = json["error"]?.string {
            outcome = .refusal(code: error, words: json["words"]?.string)
        } else {
            return nil
        }
    }
}
