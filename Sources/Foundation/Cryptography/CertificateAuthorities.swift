import COpenSSL

/// Certificates that a client trusts, in PEM: those of authorities, or of single servers.
public struct CertificateAuthorities: Sendable, Hashable {
    /// What is wrong with a text.
    public enum Problem: Error, Sendable, CaseIterable {
        case tooLarge
        case noCertificate
        /// It holds a private key, which a client needs no more than anybody else.
        case privateKey
    }

    /// The largest text that is read.
    public static let maximumBytes = ServerCertificate.maximumBytes

    /// The text as it was given.
    public let pem: String

    public init(pem: String) throws(Problem) {
        guard pem.utf8.count <= Self.maximumBytes else { throw .tooLarge }
        guard !ServerCertificate.hasKey(pem) else { throw .privateKey }
        let certificates = ServerCertificate.certificates(pem)
        defer { for certificate in certificates { X509_free(certificate) } }
        guard !certificates.isEmpty else { throw .noCertificate }
        self.pem = pem
    }
}
