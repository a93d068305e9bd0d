import Bytes
public import Chat
import Cryptography
import Records
public import WebAuthn

/// Why a browser's passkey response was rejected.
public enum PasskeyError: Error, Sendable, Equatable {
    /// It is not a valid `PublicKeyCredential` in JSON.
    case malformed
    /// The challenge has expired or was used before.
    case expired
    /// The passkey is unknown, or does not belong to the expected person.
    case unknown
    /// It belongs to a person whose account is disabled. The signature was not verified.
    case disabled(UserID)
    case refused(WebAuthnError)
    /// The signature counter went back: the passkey may have been cloned.
    case copied(Passkey)
    /// It is already registered, or the person has too many.
    case taken

    /// For the log and the audit log; contains no secrets.
    public var detail: String {
        switch self {
        case .malformed: "no answer of an authenticator"
        case .expired: "the challenge is over or was used"
        case .unknown: "an unknown passkey"
        case .disabled: "disabled"
        case .refused(let refusal): refusal.description
        case .copied(let passkey): "the counter of \"\(passkey.name)\" went back: there may be a copy"
        case .taken: "known already, or one too many"
        }
    }
}

extension Factors {
    /// The maximum length of a response.
    private static let maximumAnswerBytes = 65_536

    /// Registers the new passkey in a browser's response (`RegistrationResponseJSON`).
    ///
    /// - Parameter device: the browser's `User-Agent`.
    public func register(
        _ answer: String, named name: String, device: String? = nil, for user: UserID, _ challenge: Challenge,
        at site: RelyingPartyID
    ) async throws {
        let response = try Self.response(answer)
        guard let clientData = response.bytes("clientDataJSON"), let object = response.bytes("attestationObject") else {
            throw PasskeyError.malformed
        }
        let credential: PublicKeyCredential
        do throws(WebAuthnError) {
            credential = try RegistrationResponse(clientDataJSON: clientData, attestationObject: object)
                .verified(challenge, at: site, verifiesUser: false)
        } catch { throw PasskeyError.refused(error) }
        guard try await add(credential, named: name, device: device, to: user) else { throw PasskeyError.taken }
    }

    /// Verifies the passkey in a browser's response (`AuthenticationResponseJSON`).
    ///
    /// - Parameter user: the expected person; `nil` for anyone, whom the authenticator must then have verified.
    public func authenticate(
        _ answer: String, as user: UserID?, _ challenge: Challenge, at site: RelyingPartyID
    ) async throws -> Passkey {
        let response = try Self.response(answer)
        guard let id = response.id, let clientData = response.bytes("clientDataJSON"),
            let data = response.bytes("authenticatorData"), let signature = response.bytes("signature")
        else { throw PasskeyError.malformed }
        guard id.count <= PublicKeyCredential.maximumIDBytes else { throw PasskeyError.malformed }
        guard let passkey = try await passkey(id), user == nil || passkey.user == user else {
            throw PasskeyError.unknown
        }
        guard try await !database.isDisabled(passkey.user) else { throw PasskeyError.disabled(passkey.user) }
        let answer = AuthenticationResponse(
            credentialID: id, userHandle: response.bytes("userHandle"), clientDataJSON: clientData,
            authenticatorData: data, signature: signature)
        let handle = Passkey.handle(of: passkey.user)
        let verified: AuthenticationResponse.Verified
        do throws(WebAuthnError) {
            verified = try answer.verified(
                passkey.credential, owner: handle,
                user == nil ? .anyone : .person(handle: handle, allowed: [passkey.credential.id]), challenge, at: site,
                verifiesUser: user == nil)
        } catch { throw error.step == Self.counterStep ? PasskeyError.copied(passkey) : .refused(error) }
        guard try await used(passkey, counter: verified.counter) else { throw PasskeyError.copied(passkey) }
        return passkey
    }

    /// Verifies a passkey of a known person, as a rate-limited attempt.
    public func attempt(
        _ answer: String, as user: UserID, _ challenge: Challenge, at site: RelyingPartyID
    ) async throws -> AttemptOutcome<Passkey, PasskeyError> {
        do {
            return .proven(try await authenticate(answer, as: user, challenge, at: site))
        } catch let error as PasskeyError {
            return .failed(error)
        }
    }

    /// WebAuthn §7.2: the step that checks the signature counter.
    private static let counterStep = 21

    private static func response(_ text: String) throws(PasskeyError) -> AnswerJSON {
        guard text.utf8.count <= maximumAnswerBytes, let json = JSON(parsing: Array(text.utf8)),
            json["type"]?.string == "public-key", let response = json["response"], response.object != nil
        else { throw .malformed }
        return AnswerJSON(id: (json["rawId"] ?? json["id"])?.string.flatMap { Base64URL.decode($0) }, json: response)
    }
}

/// The response with its byte strings in base64url.
private struct AnswerJSON {
    let id: [UInt8]?
    let json: JSON

    func bytes(_ name: String) -> [UInt8]? { json[name]?.string.flatMap { Base64URL.decode($0) } }
}
