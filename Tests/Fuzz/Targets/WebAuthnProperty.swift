import Bytes
import Cryptography

@testable import WebAuthn

/// No response counts that was not signed, and a passkey that is taken has an id and a key of the allowed lengths.
///
/// The first byte says what the rest is: an attestation object, client data, the authenticator data of a new passkey, or
/// that of a sign-in with a signature behind it. Authenticator data begins behind the hash of the relying party, so that
/// no input is spent on that.
enum WebAuthnProperty {
    private static let site = try? RelyingPartyID(scheme: "https", host: "a.example", origin: "https://a.example")
    private static let challenge = Challenge(stored: [UInt8](repeating: 7, count: 32))
    /// RFC 7515, appendix A.3: a point on the curve whose private key signs nothing here.
    private static let key =
        (Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU") ?? [])
        + (Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0") ?? [])
    private static let signatureBytes = 72
    private static let handle: [UInt8] = [1]

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let kind = input.first, let site, let challenge else { return }
        let rest = Array(input.dropFirst())
        switch kind % 4 {
        case 0: try register(rest, clientData(.create), site, challenge)
        case 1: try register([], rest, site, challenge)
        case 2:
            try register(
                attestation(SHA256.hash(Array(site.description.utf8)) + rest), clientData(.create), site, challenge)
        default: try signIn(rest, site, challenge)
        }
    }

    private static func register(
        _ object: [UInt8], _ clientData: [UInt8], _ site: RelyingPartyID, _ challenge: Challenge
    ) throws(Violation) {
        let response = RegistrationResponse(clientDataJSON: clientData, attestationObject: object)
        guard let credential = try? response.verified(challenge, at: site, verifiesUser: false) else { return }
        try require((1...PublicKeyCredential.maximumIDBytes).contains(credential.id.count), "an id's length")
        try require(credential.publicKey.count == credential.algorithm.publicKeyBytes, "a key's length")
    }

    private static func signIn(_ bytes: [UInt8], _ site: RelyingPartyID, _ challenge: Challenge) throws(Violation) {
        let data = SHA256.hash(Array(site.description.utf8)) + bytes.dropLast(signatureBytes)
        let response = AuthenticationResponse(
            credentialID: handle, userHandle: handle, clientDataJSON: clientData(.get), authenticatorData: data,
            signature: Array(bytes.suffix(signatureBytes)))
        let credential = PublicKeyCredential(
            id: handle, algorithm: .es256, publicKey: key, counter: 0, isBackupEligible: false,
            authenticatorModel: [])
        let verified = try? response.verified(
            credential, owner: handle, .anyone, challenge, at: site, verifiesUser: false)
        try require(verified == nil, "a sign-in counts that nobody signed")
    }

    private static func clientData(_ kind: ClientData.Kind) -> [UInt8] {
        JSON([
            "type": .string(kind.rawValue), "challenge": challenge.map { .string($0.text) },
            "origin": site.map { .string($0.origin) },
        ]).bytes
    }

    /// `{"fmt": "none", "attStmt": {}, "authData": data}` in CBOR.
    private static func attestation(_ data: [UInt8]) -> [UInt8] {
        let length = data.count
        return [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8)
            + [0xA0, 0x68] + Array("authData".utf8) + [0x59, UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)] + data
    }
}
