import Bytes
import Chat
import Cryptography
import HTTP
import JOSE

/// Validates the claims of a token (OpenID Connect Core §3.1.3.7). Throws `.claim` for an invalid one.
struct ClaimRules: Sendable {
    /// The permitted clock difference.
    static let leeway = Duration.seconds(60)

    let issuer: String
    /// Other names of the issuer.
    let aliases: Set<String>
    var tenants: TenantIssuer?
    let clientID: String
    let now: Timestamp

    /// Further expected values of an ID token.
    struct Context: Sendable {
        /// The nonce as it was sent; `nil` if none was.
        var nonce: String?
        var accessToken: Secret?
        var maximumAge: Duration?
    }

    func idToken(_ claims: JSON, _ context: Context) throws(ProviderError.Reason) -> IDToken {
        let issuer = try issuer(of: claims)
        let subject = try text("sub", of: claims)
        guard let identity = Identity(issuer: issuer, subject: subject) else { throw .claim(name: "sub", .malformed) }
        try checkAudience(of: claims)
        try checkExpiry(of: claims, isRequired: true)
        try checkIssueTime(of: claims)
        try checkNonce(of: claims, context.nonce)
        try checkAccessTokenHash(of: claims, context.accessToken)
        let authenticatedAt = try authenticationTime(of: claims, maximumAge: context.maximumAge)
        return IDToken(
            identity: identity, authenticatedAt: authenticatedAt, sessionID: claims["sid"]?.string,
            profile: Profile(claims), authentication: AuthenticationContext(claims))
    }

    /// The issuer, normalized to its first name, so that identities stay the same. A tenant's issuer is the tenant's
    /// own, because tenants may share subjects.
    func issuer(of claims: JSON) throws(ProviderError.Reason) -> String {
        let name = try text("iss", of: claims)
        if let tenants {
            guard let issuer = tenants.issuer(of: try text("tid", of: claims)) else {
                throw .claim(name: "tid", .malformed)
            }
            guard name.isUTF8Equal(to: issuer) else { throw .claim(name: "iss", .mismatch) }
            return issuer
        }
        guard name.isUTF8Equal(to: issuer) || aliases.contains(where: { name.isUTF8Equal(to: $0) }) else {
            throw .claim(name: "iss", .mismatch)
        }
        return issuer
    }

    /// The audience must include this client. If it includes others, too, `azp` must name this client.
    func checkAudience(of claims: JSON) throws(ProviderError.Reason) {
        let audience: [String]
        switch claims["aud"] {
        case nil: throw .claim(name: "aud", .missing)
        case .string(let one)?: audience = [one]
        case .array(let several)?:
            audience = several.compactMap(\.string)
            guard audience.count == several.count else { throw .claim(name: "aud", .malformed) }
        default: throw .claim(name: "aud", .malformed)
        }
        guard audience.contains(where: { $0.isUTF8Equal(to: clientID) }) else { throw .claim(name: "aud", .mismatch) }
        switch claims["azp"] {
        case nil: guard Set(audience).count == 1 else { throw .claim(name: "azp", .missing) }
        case .string(let party)? where party.isUTF8Equal(to: clientID): break
        case .string?: throw .claim(name: "azp", .mismatch)
        default: throw .claim(name: "azp", .malformed)
        }
    }

    /// `exp` and `nbf`.
    func checkExpiry(of claims: JSON, isRequired: Bool) throws(ProviderError.Reason) {
        if let start = try moment("nbf", of: claims) {
            guard start <= now.adding(Self.leeway) else { throw .claim(name: "nbf", .fromTheFuture) }
        }
        guard let end = try moment("exp", of: claims) else {
            if isRequired { throw .claim(name: "exp", .missing) }
            return
        }
        guard now < end.adding(Self.leeway) else { throw .claim(name: "exp", .expired) }
    }

    func checkIssueTime(of claims: JSON, atMostAgo age: Duration? = nil) throws(ProviderError.Reason) {
        guard let moment = try moment("iat", of: claims) else { throw .claim(name: "iat", .missing) }
        guard moment <= now.adding(Self.leeway) else { throw .claim(name: "iat", .fromTheFuture) }
        if let age {
            guard now < moment.adding(age + Self.leeway) else { throw .claim(name: "iat", .expired) }
        }
    }

    func text(_ name: String, of claims: JSON) throws(ProviderError.Reason) -> String {
        guard let value = claims[name] else { throw .claim(name: name, .missing) }
        guard let text = value.string, !text.isEmpty else { throw .claim(name: name, .malformed) }
        return text
    }

    private func moment(_ name: String, of claims: JSON) throws(ProviderError.Reason) -> Timestamp? {
        guard let value = claims[name] else { return nil }
        guard let moment = value.number.flatMap({ Timestamp(numericDate: $0) }) else {
            throw .claim(name: name, .malformed)
        }
        return moment
    }

    private func checkNonce(of claims: JSON, _ expected: String?) throws(ProviderError.Reason) {
        guard let expected else { return }
        guard ConstantTime.areEqual(try text("nonce", of: claims), expected) else {
            throw .claim(name: "nonce", .mismatch)
        }
    }

    /// Core §3.1.3.8: the left half of the hash. All supported algorithms use SHA-256.
    private func checkAccessTokenHash(of claims: JSON, _ accessToken: Secret?) throws(ProviderError.Reason) {
        guard claims["at_hash"] != nil, let accessToken else { return }
        let half = SHA256.hash(Array(accessToken.revealed.utf8)).prefix(SHA256.digestBytes / 2)
        guard try text("at_hash", of: claims) == Base64URL.encode(half) else {
            throw .claim(name: "at_hash", .mismatch)
        }
    }

    private func authenticationTime(of claims: JSON, maximumAge: Duration?) throws(ProviderError.Reason) -> Timestamp? {
        let moment = try moment("auth_time", of: claims)
        guard let maximumAge else { return moment }
        guard let moment else { throw .claim(name: "auth_time", .missing) }
        guard moment <= now.adding(Self.leeway) else { throw .claim(name: "auth_time", .fromTheFuture) }
        guard now < moment.adding(maximumAge + Self.leeway) else { throw .claim(name: "auth_time", .expired) }
        return moment
    }
}
