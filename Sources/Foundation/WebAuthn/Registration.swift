import CFIDO2

/// The browser's response after a passkey was created (`RegistrationResponseJSON`, Level 3 §5.1.8).
public struct RegistrationResponse: Sendable {
    let clientData: ClientData
    let attestation: [UInt8]

    public init(clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        clientData = ClientData(bytes: clientDataJSON)
        attestation = attestationObject
    }

    /// Verifies the response and returns the new credential.
    ///
    /// The store checks step 22: that no other user has registered it.
    /// - Parameters:
    ///   - challenge: the challenge sent for this registration; the caller must accept it only once.
    ///   - verifiesUser: whether the authenticator must have verified the user by fingerprint, face or PIN.
    public func verified(
        _ challenge: Challenge, at site: RelyingPartyID, verifiesUser: Bool
    ) throws(WebAuthnError) -> PublicKeyCredential {
        try clientData.check(.create, challenge, site, .registration, firstStep: 6)
        guard let object = AttestationObject(attestation), let data = AuthenticatorData(object.authenticatorData) else {
            throw WebAuthnError(.registration, 12, "invalid attestation object")
        }
        try data.check(site, verifiesUser: verifiesUser, .registration, firstStep: 13)
        guard data.flags.contains(.attestedCredential) else { throw WebAuthnError(.registration, 16, "no credential") }
        guard data.isWellFormed, let credential = Self.credential(data) else {
            throw WebAuthnError(.registration, 16, "no credential with a requested algorithm")
        }
        // No attestation is requested, so statements are not verified (§7.1 step 19; for `none` the statement must be
        // empty).
        guard object.format != "none" || object.statementCount == 0 else {
            throw WebAuthnError(.registration, 19, "unexpected attestation statement")
        }
        return credential
    }

    /// Parses the credential with the first algorithm that fits.
    private static func credential(_ data: AuthenticatorData) -> PublicKeyCredential? {
        for algorithm in CredentialAlgorithm.allCases {
            var made = fido_cred_new()
            guard let credential = made else { return nil }
            defer { fido_cred_free(&made) }
            guard fido_cred_set_type(credential, Int32(algorithm.rawValue)) == FIDO_OK,
                fido_cred_set_authdata_raw(credential, data.bytes, data.bytes.count) == FIDO_OK,
                let id = bytes(fido_cred_id_ptr(credential), fido_cred_id_len(credential)),
                let key = bytes(fido_cred_pubkey_ptr(credential), fido_cred_pubkey_len(credential)),
                let model = bytes(fido_cred_aaguid_ptr(credential), fido_cred_aaguid_len(credential)),
                (1...PublicKeyCredential.maximumIDBytes).contains(id.count)
            else { continue }
            return PublicKeyCredential(
                id: id, algorithm: algorithm, publicKey: key, counter: data.counter,
                isBackupEligible: data.flags.contains(.backupEligible), authenticatorModel: model)
        }
        return nil
    }

    private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8]? {
        start.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
}
