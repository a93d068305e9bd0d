import Bytes
public import Chat
public import Cryptography
public import OpenID

/// A session's credential for a backend or provider. Never sent to the browser; sealed at rest.
public enum Credential: Sendable, Equatable {
    /// The chat backend's cookie as it is sent: `name=value`.
    case cookie(Secret, expiresAt: Timestamp?)
    /// A provider's tokens.
    case tokens(TokenGrant)

    /// The tokens, if these are tokens.
    public var grant: TokenGrant? { if case .tokens(let grant) = self { grant } else { nil } }

    /// When it expires, if known.
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
        case .tokens(let grant): ["tokens": grant.json]
        }
    }

    /// Parses the bytes of `json`.
    init?(bytes: [UInt8]) {
        guard let json = JSON(parsing: bytes) else { return nil }
        self.init(json)
    }

    init?(_ json: JSON) {
        if let cookie = json["cookie"]?.string {
            let moment = json["expires"]?.number.flatMap { Int64(exactly: $0) }
            self = .cookie(Secret(cookie), expiresAt: moment.map { Timestamp(milliseconds: $0) })
        } else if let tokens = json["tokens"], let grant = TokenGrant(json: tokens) {
            self = .tokens(grant)
        } else {
            return nil
        }
    }
}
