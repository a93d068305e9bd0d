public import Chat
import Cryptography
import JOSE
import SQLite
public import WebAuthn

/// Why what came back from a browser is not taken.
public enum PasskeyError: Error, Sendable, Equatable {
    /// It is no answer of an authenticator.
    case malformed
    /// The challenge is over, or was used already.
    case expired
    /// Nobody has this passkey, or not the one who should.
    case unknown
    /// It is that of somebody who may not come in any more. It was not verified.
    case disabled(UserID)
    case refused(Refusal)
    /// The counter went back, so there may be a copy.
    case copied(Passkey)
    /// Somebody has it already, or the person has too many.
    case taken

    /// For the log and the audit log: nothing in it is secret.
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
    /// How long an answer may be, in bytes.
    private static let maximumAnswerBytes = 65_536

    /// Takes a new passkey from what a browser sent (`RegistrationResponseJSON`).
    ///
    /// - Parameter device: what that browser calls itself.
    public func register(
        _ answer: String, named name: String, device: String? = nil, for user: UserID, _ challenge: Challenge,
        at site: RelyingPartyID
    ) throws {
        let response = try Self.response(answer)
        guard let clientData = response.bytes("clientDataJSON"), let object = response.bytes("attestationObject") else {
            throw PasskeyError.malformed
        }
        let credential: PublicKeyCredential
        do throws(Refusal) {
            credential = try RegistrationAnswer(clientDataJSON: clientData, attestationObject: object)
                .verified(challenge, at: site, verifiesUser: false)
        } catch { throw PasskeyError.refused(error) }
        guard try add(credential, named: name, device: device, to: user) else { throw PasskeyError.taken }
    }

    /// Whose passkey it was that was used (`AuthenticationResponseJSON`).
    ///
    /// - Parameter user: who it has to be; `nil` for whoever it is, who has then proven to be at the authenticator.
    public func authenticate(
        _ answer: String, as user: UserID?, _ challenge: Challenge, at site: RelyingPartyID
    ) throws -> Passkey {
        let response = try Self.response(answer)
        guard let id = response.id, let clientData = response.bytes("clientDataJSON"),
            let data = response.bytes("authenticatorData"), let signature = response.bytes("signature")
        else { throw PasskeyError.malformed }
        guard id.count <= PublicKeyCredential.maximumIDBytes else { throw PasskeyError.malformed }
        guard let passkey = try passkey(id), user == nil || passkey.user == user else { throw PasskeyError.unknown }
        guard try !isDisabled(passkey.user) else { throw PasskeyError.disabled(passkey.user) }
        let answer = AuthenticationAnswer(
            credentialID: id, userHandle: response.bytes("userHandle"), clientDataJSON: clientData,
            authenticatorData: data, signature: signature)
        let handle = Passkey.handle(of: passkey.user)
        let verified: AuthenticationAnswer.Verified
        do throws(Refusal) {
            verified = try answer.verified(
                passkey.credential, owner: handle,
                user == nil ? .anyone : .person(handle: handle, allowed: [passkey.credential.id]), challenge, at: site,
                verifiesUser: user == nil)
        } catch { throw error.step == Self.counterStep ? PasskeyError.copied(passkey) : .refused(error) }
        guard try used(passkey, counter: verified.counter) else { throw PasskeyError.copied(passkey) }
        return passkey
    }

    /// The same for somebody who is known, as an attempt that is counted.
    public func attempt(
        _ answer: String, as user: UserID, _ challenge: Challenge, at site: RelyingPartyID
    ) throws -> AttemptOutcome<Passkey, PasskeyError> {
        do { return .proven(try authenticate(answer, as: user, challenge, at: site)) } catch let error as PasskeyError {
            return .failed(error)
        }
    }

    private func isDisabled(_ user: UserID) throws -> Bool {
        try database.read { connection in try connection.isDisabled(user) }
    }

    /// WebAuthn §7.2: the step that looks at the counter.
    private static let counterStep = 21

    private static func response(_ text: String) throws(PasskeyError) -> AnswerJSON {
        guard text.utf8.count <= maximumAnswerBytes, let json = JSON(parsing: Array(text.utf8)),
            json["type"]?.string == "public-key", let response = json["response"], response.object != nil
        else { throw .malformed }
        return AnswerJSON(id: (json["rawId"] ?? json["id"])?.string.flatMap { Base64URL.decode($0) }, json: response)
    }
}

/// The answer as it came, with its byte strings in base64url.
private struct AnswerJSON {
    let id: [UInt8]?
    let json: JSON

    func bytes(_ name: String) -> [UInt8]? { json[name]?.string.flatMap { Base64URL.decode($0) } }
}
