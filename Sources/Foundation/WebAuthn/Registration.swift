import CFIDO2

/// What a browser sends when somebody has made a passkey (`RegistrationResponseJSON`, Level 3 §5.1.8).
public struct RegistrationAnswer: Sendable {
    let clientData: ClientData
    let attestation: [UInt8]

    public init(clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        clientData = ClientData(bytes: clientDataJSON)
        attestation = attestationObject
    }

    /// The new credential, believed.
    ///
    /// Step 22, that no other person has it, is the store's.
    /// - Parameters:
    ///   - challenge: as it was given for this; the caller gives it once.
    ///   - verifiesUser: whether the authenticator must have asked for a fingerprint, a face or a PIN.
    public func verified(
        _ challenge: Challenge, at site: RelyingPartyID, verifiesUser: Bool
    ) throws(Refusal) -> PublicKeyCredential {
        try clientData.check(.create, challenge, site, .registration, firstStep: 6)
        guard let object = AttestationObject(attestation), let data = AuthenticatorData(object.authenticatorData) else {
            throw Refusal(.registration, 12, "the attestation object can't be read")
        }
        try data.check(site, verifiesUser: verifiesUser, .registration, firstStep: 13)
        guard data.flags.contains(.attestedCredential) else { throw Refusal(.registration, 16, "no credential") }
        guard data.isWellFormed, let credential = Self.credential(data) else {
            throw Refusal(.registration, 16, "no credential of an algorithm that was asked for")
        }
        // Nothing is asked for about where the key lives, so what is said of it is not looked at (§7.1 step 19 for
        // `none`: the statement is empty).
        guard object.format != "none" || object.statementCount == 0 else {
            throw Refusal(.registration, 19, "a statement where there is none")
        }
        return credential
    }

    /// Reads the credential with the first algorithm that it is of.
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
