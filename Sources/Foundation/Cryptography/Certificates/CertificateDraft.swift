import COpenSSL

/// A certificate that is being made.
struct CertificateDraft {
    /// How long before the present it begins, for clocks that are slow.
    private static let backdatingSeconds = 86_400
    private static let serialNumberBytes = 16
    /// Version 3 (RFC 5280 §4.1.2.1).
    private static let version = 2

    private let certificate: X509Certificate

    /// - Parameters:
    ///   - commonName: of the subject.
    ///   - now: in seconds since 1970.
    init(commonName: String, key: CertificateKey, now: Int, seconds: Int) throws(CertificateError) {
        guard let pointer = X509_new() else { throw .failed }
        certificate = X509Certificate(pointer)
        // Positive, and of full length.
        var serial = SecureRandom.bytes(Self.serialNumberBytes)
        serial[0] = serial[0] & 0x3F | 0x40
        guard let number = BN_bin2bn(serial, Int32(serial.count), nil) else { throw .failed }
        defer { BN_free(number) }
        guard X509_set_version(pointer, Self.version) == 1,
            BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil,
            ASN1_TIME_set(X509_getm_notBefore(pointer), time_t(now - Self.backdatingSeconds)) != nil,
            ASN1_TIME_set(X509_getm_notAfter(pointer), time_t(now + seconds)) != nil,
            X509_set_pubkey(pointer, key.pointer) == 1
        else { throw .failed }
        for (field, text) in [("O", "Engawa"), ("CN", commonName)] {
            let isAdded = X509_NAME_add_entry_by_txt(
                X509_get_subject_name(pointer), field, MBSTRING_UTF8, text, -1, -1, 0)
            guard isAdded == 1 else { throw .failed }
        }
    }

    /// Adds extensions, in OpenSSL's notation (x509v3_config(5)), and signs.
    ///
    /// - Parameter issuer: `nil` for a certificate that signs itself.
    func signed(
        by key: CertificateKey, issuer: X509Certificate?, extensions: [(identifier: Int32, value: String)]
    ) throws(CertificateError) -> X509Certificate {
        let (pointer, issuer) = (certificate.pointer, issuer ?? certificate)
        guard X509_set_issuer_name(pointer, X509_get_subject_name(issuer.pointer)) == 1 else { throw .failed }
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer.pointer, pointer, nil, nil, 0)
        for (identifier, value) in extensions {
            guard let made = X509V3_EXT_conf_nid(nil, &context, identifier, value) else { throw .failed }
            defer { X509_EXTENSION_free(made) }
            guard X509_add_ext(pointer, made, -1) == 1 else { throw .failed }
        }
        guard X509_sign(pointer, key.pointer, EVP_sha256()) > 0 else { throw .failed }
        return certificate
    }
}
