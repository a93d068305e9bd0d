import Bytes
import COpenSSL

/// A private certificate authority for the names of a local network.
///
/// Name constraints (RFC 5280 §4.2.1.10) permit it nothing else: devices that trust it do not trust it for public sites,
/// whoever may have its key.
public struct CertificateAuthority {
    private static let day = 86_400
    /// Ten years: each device has to trust a new one.
    static let authoritySeconds = 3_650 * day
    /// Apple's systems accept 825 days of private authorities, and 398 of public ones.
    public static let serverSeconds = 397 * day
    private static let commonNameCharacters = 64

    public let certificate: X509Certificate
    public let key: CertificateKey

    /// The authority in these files; `nil` if they are no certificate and its key.
    public init?(certificate: String, key: String) {
        guard let certificate = X509Certificate(pem: certificate), let key = CertificateKey(pem: key),
            certificate.belongs(to: key), X509_check_ca(certificate.pointer) == 1
        else { return nil }
        (self.certificate, self.key) = (certificate, key)
    }

    /// Makes a new authority.
    ///
    /// - Parameters:
    ///   - name: what devices show.
    ///   - names: single labels among them are permitted besides the special-use names, with all names below them.
    ///   - now: in seconds since 1970.
    public init(name: String, for names: [LocalName], now: Int) throws(CertificateError) {
        key = try CertificateKey()
        let draft = try CertificateDraft(
            commonName: String(name.prefix(Self.commonNameCharacters)), key: key, now: now,
            seconds: Self.authoritySeconds)
        certificate = try draft.signed(
            by: key, issuer: nil,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
                (NID_name_constraints, "critical," + Self.permitted(names).joined(separator: ",")),
            ])
    }

    /// Makes a certificate for a TLS server.
    public func issue(
        for names: [LocalName], key serverKey: CertificateKey, now: Int
    ) throws(CertificateError) -> X509Certificate {
        guard let first = names.first, certificate.isValid(at: now),
            certificate.isValid(at: now + Self.serverSeconds)
        else { throw .authorityUnusable }
        let draft = try CertificateDraft(
            commonName: String(first.description.prefix(Self.commonNameCharacters)), key: serverKey, now: now,
            seconds: Self.serverSeconds)
        let made = try draft.signed(
            by: key, issuer: certificate,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid:always"),
                (NID_subject_alt_name, names.map(\.alternativeName).joined(separator: ",")),
            ])
        try verify(made, now: now)
        return made
    }

    private static func permitted(_ names: [LocalName]) -> [String] {
        var suffixes = LocalName.suffixes
        for case .dns(let name) in names where !name.utf8.contains(UInt8(ascii: ".")) && !suffixes.contains(name) {
            suffixes.append(name)
        }
        return suffixes.map { "permitted;DNS:\($0)" }
            + LocalName.networks.map { network, mask in
                let first = Substring(network.utf8.prefix { $0 != UInt8(ascii: "/") })
                return "permitted;IP:\(first)/\(mask)"
            }
    }

    /// Verifies a certificate as clients do.
    private func verify(_ made: X509Certificate, now: Int) throws(CertificateError) {
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else { throw .failed }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
        }
        guard X509_STORE_add_cert(store, certificate.pointer) == 1,
            X509_STORE_CTX_init(context, store, made.pointer, nil) == 1
        else { throw .failed }
        X509_STORE_CTX_set_time(context, 0, time_t(now))
        guard X509_verify_cert(context) != 1 else { return }
        let isForbidden = X509_STORE_CTX_get_error(context) == X509_V_ERR_PERMITTED_VIOLATION
        ERR_clear_error()
        throw isForbidden ? .notPermitted : .authorityUnusable
    }
}
