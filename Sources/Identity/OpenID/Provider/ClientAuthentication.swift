import Bytes
import Chat
public import Cryptography
public import JOSE
import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Client authentication at the token endpoint (OpenID Connect Core §9).
public enum ClientAuthentication: Sendable {
    /// A public client: only PKCE protects the code.
    case none
    case basic(secret: Secret)
    case post(secret: Secret)
    /// A token signed by us (RFC 7523 §2.2).
    case privateKey(SigningKey)
    /// A secret that is a token, signed for each request.
    case apple(AppleClientSecret)

    /// The lifetime of a signed assertion.
    private static let assertionLifetime = Duration.seconds(60)

    /// This method; or, if `methods` contains only the other method of sending the same secret, that one: some
    /// providers accept a secret in the form at the token endpoint and only in the header at the revocation endpoint.
    func among(_ methods: Set<String>?) -> ClientAuthentication {
        guard let methods else { return self }
        let (basic, post) = ("client_secret_basic", "client_secret_post")
        return switch self {
        case .post(let secret) where !methods.contains(post) && methods.contains(basic): .basic(secret: secret)
        case .basic(let secret) where !methods.contains(basic) && methods.contains(post): .post(secret: secret)
        default: self
        }
    }

    /// The form fields and the header for a request to `endpoint`.
    func credentials(
        for clientID: String, at endpoint: EndpointURL, now: Timestamp
    ) throws(JOSEError) -> (fields: [Form.Field], authorization: String?) {
        var fields = [Form.Field(name: "client_id", value: clientID)]
        switch self {
        case .none: return (fields, nil)
        case .basic(let secret):
            // Both parts are form-encoded before they are joined (RFC 6749 §2.3.1).
            let pair = "\(PercentEncoding.encode(clientID)):\(PercentEncoding.encode(secret.revealed))"
            return ([], "Basic \(Data(pair.utf8).base64EncodedString())")
        case .post(let secret):
            fields.append(Form.Field(name: "client_secret", value: secret.revealed))
        case .apple(let key):
            fields.append(Form.Field(name: "client_secret", value: try key.secret(for: clientID, now: now).revealed))
        case .privateKey(let key):
            let assertion = try key.sign(
                [
                    "iss": .string(clientID), "sub": .string(clientID), "aud": .string(endpoint.description),
                    "jti": .string(Secret.random(bytes: 16).revealed), "iat": .number(now.numericDate),
                    "exp": .number(now.adding(Self.assertionLifetime).numericDate),
                ], type: "JWT")
            fields.append(
                Form.Field(
                    name: "client_assertion_type", value: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"))
            fields.append(Form.Field(name: "client_assertion", value: assertion))
        }
        return (fields, nil)
    }
}
