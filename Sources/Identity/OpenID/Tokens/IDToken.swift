public import Bytes
public import Chat
import HTTP

/// A validated ID token (OpenID Connect Core §2).
public struct IDToken: Sendable, Equatable {
    public let identity: Identity
    /// When the person last authenticated.
    public let authenticatedAt: Timestamp?
    /// The provider's session id, which back-channel logout names.
    public let sessionID: String?
    public let profile: Profile
    public internal(set) var authentication = AuthenticationContext()
}

/// A person at an issuer: unique and never reassigned, unlike an e-mail address.
public struct Identity: Sendable, Hashable {
    /// The maximum length of a subject (Core §2).
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

    /// Fails for a subject that is empty, too long, or contains control characters.
    public init?(issuer: String, subject: String) {
        guard (1...Self.maximumSubjectBytes).contains(subject.utf8.count),
            subject.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        self.issuer = issuer
        self.subject = subject
    }
}

/// A person's profile at a provider: defaults for the profile page, never used for authentication.
public struct Profile: Sendable, Equatable {
    private static let maximumCharacters = 200
    private static let maximumURLBytes = 2_048
    private static let maximumIntroductionCharacters = 2_000

    public var name: String?
    public var preferredUserName: String?
    public var email: String?
    public var isEmailVerified = false
    /// Whether the address is one of Apple's relay addresses.
    public var isPrivateEmail = false
    public var pictureURL: String?
    /// What people write about themselves; in Markdown, as a message.
    public var introduction: String?
    /// The person's subject at the provider, where another service behind it keeps that in their row.
    public var subject: String?

    public init() {}

    /// Parses claims or userinfo; members of another type count as missing.
    init(_ claims: JSON) {
        func text(_ name: String, _ maximum: Int = Self.maximumCharacters) -> String? {
            guard let value = claims[name]?.string, !value.isEmpty else { return nil }
            return value.prefix(scalars: maximum)
        }
        name = text("name")
        preferredUserName = text("preferred_username")
        email = text("email")
        isEmailVerified = claims["email_verified"]?.truth ?? false
        isPrivateEmail = claims["is_private_email"]?.truth ?? false
        pictureURL = claims["picture"]?.string.flatMap { $0.utf8.count <= Self.maximumURLBytes ? $0 : nil }
        introduction = text("introduction", Self.maximumIntroductionCharacters)
    }

    /// The profile for storing it, sealed.
    public var json: JSON {
        var members: [String: JSON] = [
            "email_verified": .bool(isEmailVerified), "is_private_email": .bool(isPrivateEmail),
        ]
        members["name"] = name.map { .string($0) }
        members["preferred_username"] = preferredUserName.map { .string($0) }
        members["email"] = email.map { .string($0) }
        members["picture"] = pictureURL.map { .string($0) }
        members["introduction"] = introduction.map { .string($0) }
        members["subject"] = subject.map { .string($0) }
        return .object(members)
    }

    /// Parses the result of `json`.
    public init(json: JSON) {
        self.init(json)
        subject = json["subject"]?.string
    }

    /// This profile, with missing members from `other`.
    public func completed(from other: Profile) -> Profile {
        var profile = self
        profile.name = name ?? other.name
        profile.preferredUserName = preferredUserName ?? other.preferredUserName
        profile.pictureURL = pictureURL ?? other.pictureURL
        profile.introduction = introduction ?? other.introduction
        profile.subject = subject ?? other.subject
        // The attributes of an address are valid only with that address.
        if email == nil {
            profile.email = other.email
            profile.isEmailVerified = other.isEmailVerified
            profile.isPrivateEmail = other.isPrivateEmail
        }
        return profile
    }
}

extension JSON {
    /// A boolean, or one written as a string, as Apple does.
    var truth: Bool? {
        switch self {
        case .bool(let value): value
        case "true": true
        case "false": false
        default: nil
        }
    }
}
