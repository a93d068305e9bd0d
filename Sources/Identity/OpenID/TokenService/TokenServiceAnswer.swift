import Bytes
import Chat
import Cryptography
import JOSE

/// The response of a token service to a sign-in or a refresh.
///
/// Its tokens are members of the response, or of its member `token`; all members may be in camel case or snake case:
/// `{"accessToken", "refreshToken", "expiresIn", "user"}` or
/// `{"token": {"accessToken", "refreshToken", "expiresIn"}, "user"}`.
struct TokenServiceAnswer {
    let grant: TokenGrant
    /// Empty if the response has none.
    let user: JSON

    /// Why a response can't be read: the name of the member, and what is wrong with it, without its value.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    init(_ json: JSON?, now: Timestamp) throws(Fault) {
        guard let json, json.object != nil else { throw Fault(description: "the answer is not a JSON object") }
        let tokens: (members: JSON, prefix: String)
        switch json["token"] {
        case nil, .null?: tokens = (json, "")
        case let nested? where nested.object != nil: tokens = (nested, "token.")
        default: throw Fault(description: "token is not an object")
        }
        func member(_ camel: String, _ snake: String) -> JSON {
            tokens.members[snake] ?? tokens.members[camel] ?? .null
        }
        let access = member("accessToken", "access_token")
        if let problem = Self.problem(access) {
            throw Fault(description: "\(tokens.prefix)accessToken \(problem)")
        }
        let refresh = member("refreshToken", "refresh_token")
        if refresh != .null, let problem = Self.problem(refresh) {
            throw Fault(description: "\(tokens.prefix)refreshToken \(problem)")
        }
        let lifetime = member("expiresIn", "expires_in")
        let standard: JSON = [
            "access_token": access, "refresh_token": refresh, "expires_in": lifetime, "token_type": "Bearer",
        ]
        guard let grant = TokenGrant(standard, now: now) else { throw Fault(description: "the tokens are not valid") }
        // Without a lifetime, the token's unverified expiry is sufficient: it only decides when to refresh.
        let said = lifetime == .null ? Self.expiry(of: grant.accessToken, now: now) : nil
        self.grant = TokenGrant(
            accessToken: grant.accessToken, refreshToken: grant.refreshToken, idToken: nil,
            expiresAt: said ?? grant.expiresAt)
        user = json["user"] ?? [:]
    }

    /// What is wrong with a token; `nil` for nothing.
    private static func problem(_ token: JSON) -> String? {
        switch token {
        case .null: "is missing"
        case .string(""): "is empty"
        case .string(let text): text.utf8.count > CompactToken.maximumBytes ? "is too long" : nil
        default: "is not a string"
        }
    }

    private static func expiry(of token: Secret, now: Timestamp) -> Timestamp? {
        (try? CompactToken(token.revealed).unverifiedExpiry).flatMap { Timestamp(numericDate: $0) }
            .flatMap { now < $0 ? $0 : nil }
    }
}
