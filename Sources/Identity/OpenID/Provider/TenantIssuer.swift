import Bytes
import HTTP

/// The issuers of a multi-tenant provider: each tenant has an issuer with its id. Microsoft's discovery document has
/// `{tenantid}` in its issuer (Microsoft identity platform, "Validate the issuer").
struct TenantIssuer: Sendable, Hashable {
    private static let placeholder = "{tenantid}"
    /// The placeholders in the configured issuer: all tenants, or all organisations.
    private static let everyone: Set = ["common", "organizations"]

    private static let tenantLetters = 36

    private let start: String
    private let end: String

    /// - Parameters:
    ///   - template: the issuer in the document of `expected`.
    ///   - expected: the configured issuer, which may differ from the template only in one segment of its path.
    init?(_ template: String, from expected: EndpointURL) {
        guard let range = template.firstRange(of: Self.placeholder) else { return nil }
        (start, end) = (String(template[..<range.lowerBound]), String(template[range.upperBound...]))
        guard start.hasUTF8Suffix("/"), end.isEmpty || end.hasUTF8Prefix("/"),
            Self.everyone.contains(where: { (start + $0 + end).isUTF8Equal(to: expected.description) })
        else { return nil }
    }

    /// The issuer of a tenant. The id (`tid`) must be a UUID, so that it can't contain anything else.
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

    /// Whether it is the issuer of a tenant.
    func includes(_ issuer: String) -> Bool {
        guard issuer.hasUTF8Prefix(start), issuer.hasUTF8Suffix(end) else { return false }
        let tenant = issuer.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        return self.issuer(of: String(Substring(tenant)))?.isUTF8Equal(to: issuer) ?? false
    }
}
