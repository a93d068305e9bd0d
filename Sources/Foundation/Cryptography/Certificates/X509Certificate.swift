import COpenSSL

/// An X.509 certificate (RFC 5280). It stays in the task that made it.
public final class X509Certificate {
    let pointer: OpaquePointer

    /// - Parameter pointer: freed with this object.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    public init?(pem: String) {
        guard let certificate = PEMText.read(pem, { PEM_read_bio_X509($0, nil, { _, _, _, _ in -1 }, nil) }) else {
            return nil
        }
        pointer = certificate
    }

    deinit { X509_free(pointer) }

    public var pem: String { PEMText.written { PEM_write_bio_X509($0, pointer) } }

    /// SHA-256 of the encoded certificate, which devices show to compare.
    public var fingerprint: [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        precondition(X509_digest(pointer, EVP_sha256(), &digest, &count) == 1, "a certificate has an encoding")
        return Array(digest.prefix(Int(count)))
    }

    /// Whether it is valid at a time, in seconds since 1970.
    public func isValid(at seconds: Int) -> Bool {
        var time = time_t(seconds)
        return X509_cmp_time(X509_get0_notBefore(pointer), &time) < 0
            && X509_cmp_time(X509_get0_notAfter(pointer), &time) > 0
    }

    func belongs(to key: CertificateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }
}
