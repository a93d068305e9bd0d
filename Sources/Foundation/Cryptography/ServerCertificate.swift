import COpenSSL
import Glibc

/// A certificate chain and its private key, both PEM, checked as far as that is possible without a client.
public struct ServerCertificate: Sendable {
    /// What is wrong with the two texts.
    public enum Problem: Error, Sendable, CaseIterable {
        /// The certificate's text holds none.
        case noCertificate
        /// It holds a private key, and no certificate.
        case keyInsteadOfCertificate
        /// The key's text holds none.
        case noKey
        /// It holds a certificate, and no private key.
        case certificateInsteadOfKey
        /// A passphrase is needed.
        case encryptedKey
        /// The key belongs to none of the certificates.
        case keyOfAnotherCertificate
        /// The key belongs to a certificate that is not the first.
        case wrongOrder
    }

    /// The largest text that is read: some tens of certificates.
    public static let maximumBytes = 1 << 20

    /// From when to when the certificate is valid, in seconds since 1970.
    public let validity: ClosedRange<Int>

    public init(certificate: String, key: String) throws(Problem) {
        let certificates = Self.certificates(certificate)
        defer { for certificate in certificates { X509_free(certificate) } }
        guard let first = certificates.first else {
            throw Self.hasKey(certificate) ? .keyInsteadOfCertificate : .noCertificate
        }
        guard let privateKey = Self.privateKey(key) else {
            if key.contains("ENCRYPTED") { throw .encryptedKey }
            let others = Self.certificates(key)
            defer { for other in others { X509_free(other) } }
            throw others.isEmpty ? .noKey : .certificateInsteadOfKey
        }
        defer {
            EVP_PKEY_free(privateKey)
            ERR_clear_error()
        }
        guard X509_check_private_key(first, privateKey) == 1 else {
            let belongsToAnother = certificates.contains { X509_check_private_key($0, privateKey) == 1 }
            throw belongsToAnother ? .wrongOrder : .keyOfAnotherCertificate
        }
        guard let begin = Self.seconds(X509_get0_notBefore(first)), let end = Self.seconds(X509_get0_notAfter(first)),
            begin <= end
        else { throw .noCertificate }
        validity = begin...end
    }

    static func hasKey(_ pem: String) -> Bool {
        guard let key = privateKey(pem) else { return false }
        EVP_PKEY_free(key)
        return true
    }

    /// To be freed by the caller.
    static func certificates(_ pem: String) -> [OpaquePointer] {
        PEMText.read(pem, maximumBytes: maximumBytes) { input in
            var certificates: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(input, nil, nil, nil) { certificates.append(certificate) }
            return certificates
        } ?? []
    }

    private static func privateKey(_ pem: String) -> OpaquePointer? {
        PEMText.privateKey(pem, maximumBytes: maximumBytes)
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return timegm(&parts)
    }
}
