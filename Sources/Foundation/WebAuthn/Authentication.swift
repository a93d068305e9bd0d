import CFIDO2

/// What a browser sends when somebody has used a passkey (`AuthenticationResponseJSON`, Level 3 §5.1.8).
public struct AuthenticationAnswer: Sendable {
    /// How long a signature may be: that of an RSA key of 2,048 bits has 256 bytes, in ES256 one has about 70.
    public static let maximumSignatureBytes = 512

    /// Which passkey.
    public let credentialID: [UInt8]
    /// Whose it is, as the authenticator keeps it; `nil` where it does not say.
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

    /// Whose passkey it has to be.
    public enum Expectation: Sendable {
        /// Somebody who is known by now, with these passkeys (§7.2 steps 5 and 6).
        case person(handle: [UInt8], allowed: [[UInt8]])
        /// Whoever it is: then the authenticator has to say.
        case anyone
    }

    /// What was found out.
    public struct Verified: Sendable, Equatable {
        /// To be kept with the credential.
        public let counter: UInt32
        public let isUserVerified: Bool
    }

    /// Whether the person has used `credential`, which is kept for the person with `owner` as handle.
    ///
    /// - Parameters:
    ///   - credential: the one with `credentialID`; the caller has found it (step 7).
    ///   - challenge: as it was given for this; the caller gives it once.
    /// - Throws: `Refusal`; step 21 where the counter went back, so that there may be a copy of the authenticator.
    public func verified(
        _ credential: PublicKeyCredential, owner: [UInt8], _ expectation: Expectation, _ challenge: Challenge,
        at site: RelyingPartyID, verifiesUser: Bool
    ) throws(Refusal) -> Verified {
        try checkOwner(owner, expectation)
        guard credential.id == credentialID else { throw Refusal(.authentication, 7, "another credential") }
        try clientData.check(.get, challenge, site, .authentication, firstStep: 10)
        guard let data = AuthenticatorData(authenticatorData), !data.flags.contains(.attestedCredential),
            data.isWellFormed
        else { throw Refusal(.authentication, 8, "the authenticator data can't be read") }
        try data.check(site, verifiesUser: verifiesUser, .authentication, firstStep: 15)
        // Level 3 §7.2, beside these: whether it may leave its device is said once for all.
        guard data.flags.contains(.backupEligible) == credential.isBackupEligible else {
            throw Refusal(.authentication, 17, "its eligibility for backup has changed")
        }
        guard isSigned(by: credential, data, site) else { throw Refusal(.authentication, 20, "a bad signature") }
        guard data.counter > credential.counter || (data.counter == 0 && credential.counter == 0) else {
            throw Refusal(.authentication, 21, "the counter went back")
        }
        return Verified(counter: data.counter, isUserVerified: data.flags.contains(.userVerified))
    }

    private func checkOwner(_ owner: [UInt8], _ expectation: Expectation) throws(Refusal) {
        switch expectation {
        case .person(let handle, let allowed):
            guard allowed.contains(credentialID) else {
                throw Refusal(.authentication, 5, "not one of those asked for")
            }
            guard handle == owner, userHandle == nil || userHandle == handle else {
                throw Refusal(.authentication, 6, "somebody else's")
            }
        case .anyone:
            guard userHandle == owner else { throw Refusal(.authentication, 6, "somebody else's") }
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
