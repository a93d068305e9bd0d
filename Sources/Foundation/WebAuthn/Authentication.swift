import CFIDO2

/// The browser's response after a passkey was used (`AuthenticationResponseJSON`, Level 3 §5.1.8).
public struct AuthenticationResponse: Sendable {
    /// The maximum length of a signature; RSA with 2,048 bits has 256 bytes, ES256 about 70.
    public static let maximumSignatureBytes = 512

    /// The id of the passkey that was used.
    public let credentialID: [UInt8]
    /// The owner's user handle, if the authenticator returned it.
    public let userHandle: [UInt8]?
    let clientData: ClientData
    let authenticatorData: [UInt8]
    let signature: [UInt8]

    public init(
        credentialID: [UInt8], userHandle: [UInt8]?, clientDataJSON: [UInt8], authenticatorData: [UInt8],
        signature: [UInt8]
    ) {
        self.credentialID = credentialID
        self.userHandle = userHandle
        clientData = ClientData(bytes: clientDataJSON)
        self.authenticatorData = authenticatorData
        self.signature = signature
    }

    /// Who may have used the passkey.
    public enum Expectation: Sendable {
        /// A known person with these passkeys (§7.2 steps 5 and 6).
        case person(handle: [UInt8], allowed: [[UInt8]])
        /// Anyone: the authenticator must return the user handle.
        case anyone
    }

    /// The result of verification.
    public struct Verified: Sendable, Equatable {
        /// The new signature counter, to be stored with the credential.
        public let counter: UInt32
        public let isUserVerified: Bool
    }

    /// Verifies that `credential`, whose owner has the user handle `owner`, was used.
    ///
    /// - Parameters:
    ///   - credential: the one with `credentialID`, found by the caller (step 7).
    ///   - challenge: the challenge sent for this sign-in; the caller must accept it only once.
    /// - Throws: `WebAuthnError`; with step 21 if the counter went back, which suggests a cloned authenticator.
    public func verified(
        _ credential: PublicKeyCredential, owner: [UInt8], _ expectation: Expectation, _ challenge: Challenge,
        at site: RelyingPartyID, verifiesUser: Bool
    ) throws(WebAuthnError) -> Verified {
        try checkOwner(owner, expectation)
        guard credential.id == credentialID else { throw WebAuthnError(.authentication, 7, "wrong credential") }
        try clientData.check(.get, challenge, site, .authentication, firstStep: 10)
        guard let data = AuthenticatorData(authenticatorData), !data.flags.contains(.attestedCredential),
            data.isWellFormed
        else { throw WebAuthnError(.authentication, 8, "invalid authenticator data") }
        try data.check(site, verifiesUser: verifiesUser, .authentication, firstStep: 15)
        // Level 3 §7.2 adds: the backup eligibility of a credential never changes.
        guard data.flags.contains(.backupEligible) == credential.isBackupEligible else {
            throw WebAuthnError(.authentication, 17, "the backup eligibility has changed")
        }
        guard isSigned(by: credential, data, site) else {
            throw WebAuthnError(.authentication, 20, "invalid signature")
        }
        guard data.counter > credential.counter || (data.counter == 0 && credential.counter == 0) else {
            throw WebAuthnError(.authentication, 21, "the counter went back")
        }
        return Verified(counter: data.counter, isUserVerified: data.flags.contains(.userVerified))
    }

    private func checkOwner(_ owner: [UInt8], _ expectation: Expectation) throws(WebAuthnError) {
        switch expectation {
        case .person(let handle, let allowed):
            guard allowed.contains(credentialID) else {
                throw WebAuthnError(.authentication, 5, "not an allowed credential")
            }
            guard handle == owner, userHandle == nil || userHandle == handle else {
                throw WebAuthnError(.authentication, 6, "the wrong user")
            }
        case .anyone:
            guard userHandle == owner else { throw WebAuthnError(.authentication, 6, "the wrong user") }
        }
    }

    private func isSigned(by credential: PublicKeyCredential, _ data: AuthenticatorData, _ site: RelyingPartyID) -> Bool
    {
        guard signature.count <= Self.maximumSignatureBytes,
            credential.publicKey.count == credential.algorithm.publicKeyBytes
        else { return false }
        var made = fido_assert_new()
        guard let assertion = made else { return false }
        defer { fido_assert_free(&made) }
        let hash = clientData.hash
        guard fido_assert_set_clientdata_hash(assertion, hash, hash.count) == FIDO_OK,
            fido_assert_set_rp(assertion, site.description) == FIDO_OK,
            fido_assert_set_count(assertion, 1) == FIDO_OK,
            fido_assert_set_authdata_raw(assertion, 0, data.bytes, data.bytes.count) == FIDO_OK,
            fido_assert_set_sig(assertion, 0, signature, signature.count) == FIDO_OK,
            fido_assert_set_up(assertion, FIDO_OPT_TRUE) == FIDO_OK
        else { return false }
        return Self.verify(assertion, credential)
    }

    private static func verify(_ assertion: OpaquePointer, _ credential: PublicKeyCredential) -> Bool {
        let (key, algorithm) = (credential.publicKey, Int32(credential.algorithm.rawValue))
        switch credential.algorithm {
        case .es256:
            var made = es256_pk_new()
            guard let point = made else { return false }
            defer { es256_pk_free(&made) }
            return es256_pk_from_ptr(point, key, key.count) == FIDO_OK
                && fido_assert_verify(assertion, 0, algorithm, UnsafeRawPointer(point)) == FIDO_OK
        case .rs256:
            var made = rs256_pk_new()
            guard let modulus = made else { return false }
            defer { rs256_pk_free(&made) }
            return rs256_pk_from_ptr(modulus, key, key.count) == FIDO_OK
                && fido_assert_verify(assertion, 0, algorithm, UnsafeRawPointer(modulus)) == FIDO_OK
        }
    }
}
