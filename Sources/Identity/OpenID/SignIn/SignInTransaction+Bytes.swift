import Bytes
import Chat
import Cryptography

extension SignInTransaction {
    /// The serialised transaction, to be stored sealed.
    public var bytes: [UInt8] {
        var members: [String: JSON] = [
            "state": .string(state), "nonce": .string(nonce.revealed), "verifier": .string(verifier.revealed),
            "provider": .string("\(provider)"), "issuer": .string(issuer), "return": .string(returnPath),
            "memo": .string(memo), "browser": .string(Hexadecimal.encode(browser)),
            "expires": .number(Double(expiresAt.milliseconds)),
        ]
        members["parked"] = parked?.json
        return JSON.object(members).bytes
    }

    /// Parses the result of `bytes`.
    public init?(bytes: [UInt8]) {
        guard let json = JSON(parsing: bytes), let state = json["state"]?.string, let nonce = json["nonce"]?.string,
            let verifier = json["verifier"]?.string,
            let provider = json["provider"]?.string.flatMap({ ProviderID($0) }), let issuer = json["issuer"]?.string,
            let returnPath = json["return"]?.string, let memo = json["memo"]?.string,
            let browser = json["browser"]?.string.flatMap({ Hexadecimal.decode($0) }),
            let expires = json["expires"]?.number.flatMap({ Int64(exactly: $0) })
        else { return nil }
        self.init(
            state: state, nonce: Secret(nonce), verifier: Secret(verifier), provider: provider, issuer: issuer,
            returnPath: returnPath, memo: memo, browser: browser, expiresAt: Timestamp(milliseconds: expires))
        parked = json["parked"].flatMap { StoredAuthorizationResponse($0) }
    }
}
