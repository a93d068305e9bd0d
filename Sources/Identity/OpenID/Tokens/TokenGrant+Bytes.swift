import Bytes
import Chat
import Cryptography

extension TokenGrant {
    /// The serialised grant, to be stored sealed.
    public var bytes: [UInt8] {
        var members: [String: JSON] = [
            "access": .string(accessToken.revealed), "expires": .number(Double(expiresAt.milliseconds)),
        ]
        members["refresh"] = refreshToken.map { .string($0.revealed) }
        members["id"] = idToken.map { .string($0.revealed) }
        return JSON.object(members).bytes
    }

    /// Parses the result of `bytes`.
    public init?(bytes: [UInt8]) {
        guard let json = JSON(parsing: bytes), let access = json["access"]?.string,
            let expires = json["expires"]?.number.flatMap({ Int64(exactly: $0) })
        else { return nil }
        self.init(
            accessToken: Secret(access), refreshToken: json["refresh"]?.string.map { Secret($0) },
            idToken: json["id"]?.string.map { Secret($0) }, expiresAt: Timestamp(milliseconds: expires))
    }
}
