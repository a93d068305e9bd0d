public import Chat
import HTTP
public import JOSE

/// What a provider vouches for about a person (OpenID Connect Core §2), all of it checked.
public struct IDToken: Sendable, Equatable {
    public let identity: Identity
    public let issuedAt: Timestamp
    public let expiresAt: Timestamp
    /// When the person last proved who they are.
    public let authenticatedAt: Timestamp?
    /// The provider's session, which back-channel logout names.
    public let sessionID: String?
    public let profile: Profile
    public internal(set) var authentication = AuthenticationContext()
}

/// Who somebody is: unique and never given to another, unlike an e-mail address.
public struct Identity: Sendable, Hashable {
    /// How long a subject may be, in bytes (Core §2).
    public static let maximumSubjectBytes = 255

    public let issuer: String
    public let subject: String

    /// Compares UTF-8 bytes: canonically equivalent subjects are different people.
    public static func == (left: Self, right: Self) -> Bool {
        left.issuer.isUTF8Equal(to: right.issuer) && left.subject.isUTF8Equal(to: right.subject)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Array(issuer.utf8))
        hasher.combine(Array(subject.utf8))
    }

    /// Fails for a subject that is empty, too long, or holds control characters.
    public init?(issuer: String, subject: String) {
        guard (1...Self.maximumSubjectBytes).contains(subject.utf8.count),
            subject.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        self.issuer = issuer
        self.subject = subject
    }
}

/// What a provider says about somebody, for the profile page: proposals, never proof.
public struct Profile: Sendable, Equatable {
    private static let maximumCharacters = 200
    private static let maximumURLBytes = 2_048

    public var name: String?
    public var preferredUserName: String?
    public var email: String?
    public var isEmailVerified = false
    /// Whether Apple relays mail to the address.
    public var isPrivateEmail = false
    public var pictureURL: String?

    public init() {}

    /// Reads claims or userinfo; what is of another type counts as missing.
    init(_ claims: JSON) {
        func text(_ name: String) -> String? {
            guard let value = claims[name]?.string, !value.isEmpty else { return nil }
            return value.prefix(scalars: Self.maximumCharacters)
        }
        name = text("name")
        preferredUserName = text("preferred_username")
        email = text("email")
        isEmailVerified = claims["email_verified"]?.truth ?? false
        isPrivateEmail = claims["is_private_email"]?.truth ?? false
        pictureURL = claims["picture"]?.string.flatMap { $0.utf8.count <= Self.maximumURLBytes ? $0 : nil }
    }

    /// The profile as it is kept: only to be sealed.
    public var json: JSON {
        var members: [String: JSON] = [
            "email_verified": .bool(isEmailVerified), "is_private_email": .bool(isPrivateEmail),
        ]
        members["name"] = name.map { .string($0) }
        members["preferred_username"] = preferredUserName.map { .string($0) }
        members["email"] = email.map { .string($0) }
        members["picture"] = pictureURL.map { .string($0) }
        return .object(members)
    }

    /// Reads what `json` gave.
    public init(json: JSON) { self.init(json) }

    /// This profile, with what is missing taken from `other`.
    public func completed(from other: Profile) -> Profile {
        var profile = self
        profile.name = name ?? other.name
        profile.preferredUserName = preferredUserName ?? other.preferredUserName
        profile.pictureURL = pictureURL ?? other.pictureURL
        // What was said of an address goes with that address only.
        if email == nil {
            profile.email = other.email
            profile.isEmailVerified = other.isEmailVerified
            profile.isPrivateEmail = other.isPrivateEmail
        }
        return profile
    }
}

extension JSON {
    /// A Bool, or one written as a string, as Apple does.
    var truth: Bool? {
        switch self {
        case .bool(let value): value
        case "true": true
        case "false": false
        default: nil
        }
    }
}
