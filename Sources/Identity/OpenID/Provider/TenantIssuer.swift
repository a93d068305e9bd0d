import HTTP

/// The issuers of all tenants of one provider: each tenant signs under a name of its own, which holds its number. Microsoft's
/// discovery document says so with `{tenantid}` in its issuer (Microsoft identity platform, "Validate the issuer").
struct TenantIssuer: Sendable, Hashable {
    private static let placeholder = "{tenantid}"
    /// What stands in the place of the number in the issuer that is configured: all tenants, or all of organisations.
    private static let everyone: Set = ["common", "organizations"]

    private static let tenantLetters = 36

    private let start: String
    private let end: String

    /// - Parameters:
    ///   - template: the issuer in the document of `expected`.
    ///   - expected: as it is configured. It must be the same but for one part of its path.
    init?(_ template: String, from expected: EndpointURL) {
        guard let range = template.firstRange(of: Self.placeholder) else { return nil }
        (start, end) = (String(template[..<range.lowerBound]), String(template[range.upperBound...]))
        guard start.hasUTF8Suffix("/"), end.isEmpty || end.hasUTF8Prefix("/"),
            Self.everyone.contains(where: { (start + $0 + end).isUTF8Equal(to: expected.description) })
        else { return nil }
    }

    /// The issuer of one tenant, by its number (`tid`): the letters of a UUID, so that nothing else gets into the name.
    func issuer(of tenant: String) -> String? {
        let isNumber =
            tenant.utf8.count == Self.tenantLetters
            && tenant.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        return isNumber ? start + tenant + end : nil
    }

    /// Whether it is the issuer of some tenant.
    func includes(_ issuer: String) -> Bool {
        guard issuer.hasUTF8Prefix(start), issuer.hasUTF8Suffix(end) else { return false }
        let tenant = issuer.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        return self.issuer(of: String(Substring(tenant)))?.isUTF8Equal(to: issuer) ?? false
    }
}
