import Bytes

/// How a provider authenticated a person (OpenID Connect Core §2: `amr`, `acr`).
public struct AuthenticationContext: Sendable, Equatable {
    /// Authentication methods (RFC 8176 §2).
    public let methods: Set<String>
    /// The authentication context class (`acr`).
    public let contextClass: String?
    /// Supabase's equivalent (`aal`).
    public let assuranceLevel: String?

    public init(methods: Set<String> = [], contextClass: String? = nil, assuranceLevel: String? = nil) {
        self.methods = methods
        self.contextClass = contextClass
        self.assuranceLevel = assuranceLevel
    }

    init(_ claims: JSON) {
        self.init(
            // Supabase uses objects with the method and its time.
            methods: Set((claims["amr"]?.array ?? []).compactMap { $0.string ?? $0["method"]?.string }),
            contextClass: claims["acr"]?.string, assuranceLevel: claims["aal"]?.string)
    }

    /// Whether two factors of different kinds were verified.
    public var hasSecondFactor: Bool {
        if methods.contains("mfa") || contextClass.map(Self.strongClasses.contains) ?? false { return true }
        if assuranceLevel.map(["aal2", "aal3"].contains) ?? false { return true }
        return Self.kinds.count { !$0.isDisjoint(with: methods) } > 1
    }

    /// Knowledge, possession and inherence (RFC 8176 §2; NIST SP 800-63B §4.2).
    private static let kinds: [Set<String>] = [
        ["pwd", "pin", "kba", "password"], ["otp", "hwk", "swk", "sc", "sms", "tel", "pop", "totp"],
        ["face", "fpt", "iris", "retina", "vbm"],
    ]

    /// Context classes with two factors: NIST SP 800-63B by short name and URI, REFEDS MFA, OpenID EAP §2.
    private static let strongClasses: Set = [
        "aal2", "aal3", "http://idmanagement.gov/ns/assurance/aal/2", "http://idmanagement.gov/ns/assurance/aal/3",
        "https://refeds.org/profile/mfa", "phr", "phrh",
    ]
}
