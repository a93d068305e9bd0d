import COpenSSL

/// A private key on NIST P-256: of an authority, or of a TLS server. It stays in the task that made it.
public final class CertificateKey {
    let pointer: OpaquePointer

    /// Makes a new key.
    public init() throws(CertificateError) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw .failed }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "prime256v1") == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw .failed }
        pointer = key
    }

    /// Reads a key that is not encrypted.
    public init?(pem: String) {
        guard let key = PEMText.privateKey(pem) else { return nil }
        pointer = key
    }

    deinit { EVP_PKEY_free(pointer) }

    /// PKCS #8, not encrypted.
    public var pem: String {
        PEMText.written { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    }
}
