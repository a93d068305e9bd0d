import Bytes
import Chat
import Cryptography
import HTTP
import JOSE

/// Validates the claims of a token (OpenID Connect Core §3.1.3.7).
struct ClaimRules: Sendable {
    /// The permitted clock difference.
    static let leeway = Duration.seconds(60)

    let issuer: String
    /// Other names of the issuer.
    let aliases: Set<String>
    var tenants: TenantIssuer?
    let clientID: String
    let now: Timestamp

    /// An invalid claim.
    struct Violation: Error, Equatable {
        let name: String
        let problem: ClaimProblem

        init(_ name: String, _ problem: ClaimProblem) {
            self.name = name
            self.problem = problem
        }
    }

    /// Further expected values of an ID token.
    struct Context: Sendable {
        /// The nonce as it was sent; `nil` if none was.
        var nonce: String?
        var accessToken: Secret?
        var maximumAge: Duration?
    }

    func idToken(_ claims: JSON, _ context: Context) throws(Violation) -> IDToken {
        let issuer = try issuer(of: claims)
        let subject = try text("sub", of: claims)
        guard let identity = Identity(issuer: issuer, subject: subject) else { throw Violation("sub", .malformed) }
        try checkAudience(of: claims)
        let expiresAt = try expiry(of: claims, isRequired: true)
        let issuedAt = try issueTime(of: claims)
        try checkNonce(of: claims, context.nonce)
        try checkAccessTokenHash(of: claims, context.accessToken)
        let authenticatedAt = try authenticationTime(of: claims, maximumAge: context.maximumAge)
        return IDToken(
            identity: identity, issuedAt: issuedAt, expiresAt: expiresAt ?? issuedAt, authenticatedAt: authenticatedAt,
            sessionID: claims["sid"]?.string, profile: Profile(claims), authentication: AuthenticationContext(claims))
    }

    /// The issuer, normalized to its first name, so that identities stay the same. A tenant's issuer is the tenant's
    /// own, because tenants may share subjects.
    func issuer(of claims: JSON) throws(Violation) -> String {
        let name = try text("iss", of: claims)
        if let tenants {
            guard let issuer = tenants.issuer(of: try text("tid", of: claims)) else {
                throw Violation("tid", .malformed)
            }
            guard name.isUTF8Equal(to: issuer) else { throw Violation("iss", .mismatch) }
            return issuer
        }
        guard name.isUTF8Equal(to: issuer) || aliases.contains(where: { name.isUTF8Equal(to: $0) }) else {
            throw Violation("iss", .mismatch)
        }
        return issuer
    }

    /// The audience must include this client. If it includes others, too, `azp` must name this client.
    func checkAudience(of claims: JSON) throws(Violation) {
        let audience: [String]
        switch claims["aud"] {
        case nil: throw Violation("aud", .missing)
        case .string(let one)?: audience = [one]
        case .array(let several)?:
            audience = several.compactMap(\.string)
            guard audience.count == several.count else { throw Violation("aud", .malformed) }
        default: throw Violation("aud", .malformed)
        }
        guard audience.contains(where: { $0.isUTF8Equal(to: clientID) }) else { throw Violation("aud", .mismatch) }
        switch claims["azp"] {
        case nil: guard Set(audience).count == 1 else { throw Violation("azp", .missing) }
        case .string(let party)? where party.isUTF8Equal(to: clientID): break
        case .string?: throw Violation("azp", .mismatch)
        default: throw Violation("azp", .malformed)
        }
    }

    /// `exp` and `nbf`.
    func expiry(of claims: JSON, isRequired: Bool) throws(Violation) -> Timestamp? {
        if let start = try moment("nbf", of: claims) {
            guard start <= now.adding(Self.leeway) else { throw Violation("nbf", .fromTheFuture) }
        }
        guard let end = try moment("exp", of: claims) else {
            guard !isRequired else { throw Violation("exp", .missing) }
            return nil
        }
        guard now < end.adding(Self.leeway) else { throw Violation("exp", .expired) }
        return end
    }

    func issueTime(of claims: JSON, atMostAgo age: Duration? = nil) throws(Violation) -> Timestamp {
        guard let moment = try moment("iat", of: claims) else { throw Violation("iat", .missing) }
        guard moment <= now.adding(Self.leeway) else { throw Violation("iat", .fromTheFuture) }
        if let age {
            guard now < moment.adding(age + Self.leeway) else { throw Violation("iat", .expired) }
        }
        return moment
    }

    func text(_ name: String, of claims: JSON) throws(Violation) -> String {
        guard let value = claims[name] else { throw Violation(name, .missing) }
        guard let text = value.string, !text.isEmpty else { throw Violation(name, .malformed) }
        return text
    }

    private func moment(_ name: String, of claims: JSON) throws(Violation) -> Timestamp? {
        guard let value = claims[name] else { return nil }
        guard let moment = value.number.flatMap({ Timestamp(numericDate: $0) }) else {
            throw Violation(name, .malformed)
        }
        return moment
    }

    private func checkNonce(of claims: JSON, _ expected: String?) throws(Violation) {
        guard let expected else { return }
        guard ConstantTime.areEqual(try text("nonce", of: claims), expected) else {
            throw Violation("nonce", .mismatch)
        }
    }

    /// Core §3.1.3.8: the left half of the hash. All supported algorithms use SHA-256.
    private func checkAccessTokenHash(of claims: JSON, _ accessToken: Secret?) throws(Violation) {
        guard claims["at_hash"] != nil, let accessToken else { return }
        let half = SHA256.hash(Array(accessToken.revealed.utf8)).prefix(SHA256.digestBytes / 2)
        guard try text("at_hash", of: claims) == Base64URL.encode(half) else { throw Violation("at_hash", .mismatch) }
    }

    private func authenticationTime(of claims: JSON, maximumAge: Duration?) throws(Violation) -> Timestamp? {
        let moment = try moment("auth_time", of: claims)
        guard let maximumAge else { return moment }
        guard let moment else { throw Violation("auth_time", .missing) }
        guard moment <= now.adding(Self.leeway) else { throw Violation("auth_time", .fromTheFuture) }
        guard now < moment.adding(maximumAge + Self.leeway) else { throw Violation("auth_time", .expired) }
        return moment
    }
}
