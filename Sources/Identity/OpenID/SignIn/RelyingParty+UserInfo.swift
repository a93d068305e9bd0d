import Bytes
public import Cryptography
import HTTP
import JOSE

extension RelyingParty {
    /// The profile of `identity` from userinfo (OpenID Connect Core §5.3).
    ///
    /// - Throws: `claim("sub", .mismatch)` if the response is about another person (§5.3.2).
    public func profile(
        of identity: Identity, with accessToken: Secret
    ) async throws(ProviderError) -> Profile {
        let (found, profile) = try await userInfo(accessToken, try await metadata())
        guard found.subject.isUTF8Equal(to: identity.subject) else {
            throw failure(.claim(name: "sub", .mismatch), .userInfo)
        }
        return profile
    }

    /// Whether userinfo accepts an access token of `identity`; `nil` if the provider has no userinfo.
    ///
    /// A provider with self-contained access tokens may accept one until it expires, even if the session has ended.
    public func accepts(_ accessToken: Secret, of identity: Identity) async throws(ProviderError) -> Bool? {
        guard let endpoint = try await metadata().userInfo else { return nil }
        let answer = try await wire.send(Self.request(endpoint, accessToken), during: .userInfo)
        switch answer.status {
        case .ok: return answer.json?[provider.subjectMember]?.identifier?.isUTF8Equal(to: identity.subject) ?? false
        // RFC 6750 §3.1; some providers answer 400.
        case .unauthorized, .badRequest: return false
        default: throw wire.failure(answer, during: .userInfo)
        }
    }

    private static func request(_ endpoint: EndpointURL, _ accessToken: Secret) -> ClientRequest {
        ClientRequest(.get, "\(endpoint)", headers: [.authorization: "Bearer \(accessToken.revealed)"])
    }

    /// The owner of an access token, according to userinfo.
    func userInfo(
        _ accessToken: Secret, _ metadata: ProviderMetadata
    ) async throws(ProviderError) -> (identity: Identity, profile: Profile) {
        guard let endpoint = metadata.userInfo else { throw failure(.unavailable("no userinfo"), .userInfo) }
        let (answer, _) = try await wire.object(Self.request(endpoint, accessToken), during: .userInfo)
        guard let subject = answer[provider.subjectMember]?.identifier else {
            throw failure(.claim(name: provider.subjectMember, .missing), .userInfo)
        }
        guard let identity = Identity(issuer: metadata.issuer, subject: subject) else {
            throw failure(.claim(name: provider.subjectMember, .malformed), .userInfo)
        }
        return (identity, Profile(answer))
    }
}

extension JSON {
    /// A string, or an integer, which some plain OAuth 2.0 providers use.
    fileprivate var identifier: String? {
        switch self {
        case .string(let text): text
        case .number(let number): Int64(exactly: number).map { String($0) }
        default: nil
        }
    }
}
