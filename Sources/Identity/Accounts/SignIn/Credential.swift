public import Chat
public import Cryptography
import JOSE
public import OpenID

/// What a session keeps for the services behind it. The browser never sees it; at rest it is sealed.
public enum Credential: Sendable, Equatable {
    /// The chat backend's cookie, as it is sent: `name=value`.
    case cookie(Secret, expiresAt: Timestamp?)
    /// A provider's tokens.
    case tokens(TokenGrant)

    /// When it is of no use any more, where that is known.
    public var expiresAt: Timestamp? {
        switch self {
        case .cookie(_, let moment): moment
        case .tokens(let grant): grant.expiresAt
        }
    }
}

extension Credential {
    var json: JSON {
        switch self {
        case .cookie(let cookie, let moment):
            ["cookie": .string(cookie.revealed), "expires": moment.map { .number(Double($0.milliseconds)) } ?? .null]
        case .tokens(let grant): ["tokens": JSON(parsing: grant.bytes) ?? .null]
        }
    }

    /// Reads what `json` gave, as bytes.
    init?(bytes: [UInt8]) {
        guard let json = JSON(parsing: bytes) else { return nil }
        self.init(json)
    }

    init?(_ json: JSON) {
        if let cookie = json["cookie"]?.string {
            let moment = json["expires"]?.number.flatMap { Int64(exactly: $0) }
            self = .cookie(Secret(cookie), expiresAt: moment.map { Timestamp(milliseconds: $0) })
        } else if let tokens = json["tokens"], let grant = TokenGrant(bytes: tokens.bytes) {
            self = .tokens(grant)
        } else {
            return nil
        }
    }
}
