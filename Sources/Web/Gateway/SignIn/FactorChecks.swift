import Live
import Accounts
import Chat
import HTTP

/// Why a proof was refused. It never says which part of it was wrong.
enum FactorFault: Error {
    case wrongCode
    case passkey(PasskeyError)
    case tooMany(Duration)
    /// Name or password were wrong when asked again.
    case wrongCredentials
    /// The provider of this name did not confirm that it authenticated the person again.
    case notAskedAgain(String)

    var status: Status { if case .tooMany = self { .tooManyRequests } else { .unprocessableContent } }

    var wording: Sentence {
        switch self {
        case .wrongCode: SecondFactorWording.wrongCode
        case .passkey(let error): PasskeyWording.refusal(error)
        case .tooMany(let time): SecondFactorWording.tooMany(max(1, time.components.seconds))
        case .wrongCredentials: SecondFactorWording.wrongCredentials
        case .notAskedAgain(let provider): SecondFactorWording.notAskedAgain(provider)
        }
    }
}

/// The factor that was proven.
enum ProvenFactor {
    case authenticator
    case recovery(left: Int)
    case passkey(name: String)
    /// The sign-in method once more.
    case again(SignInMethodID)

    /// For the audit log.
    var detail: String {
        switch self {
        case .authenticator: "a code of the app"
        case .recovery(let left): "a recovery code, \(left) left"
        case .passkey(let name): "the passkey \"\(name)\""
        case .again(let method): "\(method) again"
        }
    }
}

/// Verifies and adds factors beside the sign-in method, and notifies the person's sessions of changes.
struct FactorChecks: Sendable {
    let proofs: ProofParts
    let sessions: Sessions
    let live: Live
    let trail: AuditTrail

    var notifier: SessionNotifier { SessionNotifier(sessions: sessions, live: live) }

    /// The longest input that is read as a code.
    private static let maximumCodeCharacters = 64

    /// Takes a code or a passkey of `user`. Each attempt counts, for the person and the address, and makes the next one
    /// wait; only who has proven the first factor gets here.
    func proveFactor(_ visit: Visit, _ user: UserID, session: String) async throws -> ProvenFactor {
        let proof = try await limited(visit, user) { () async throws in
            visit.request.form[PasskeyFields.answer]?.isEmpty == false
                ? try await self.attemptPasskey(visit, user, session) : try await self.attemptCode(visit, user)
        }
        if case .recovery(let left) = proof {
            await trail.record(.recoveryCodeUsed, visit, user: user, detail: "\(left) left")
            try await notifier.tell(user, .recoveryCodeUsed)
            if left <= SecurityWording.fewCodes { try await notifier.tell(user, .recoveryCodesFew) }
        }
        await trail.record(.factorProven, visit, user: user, detail: proof.detail)
        return proof
    }

    private func attemptCode(
        _ visit: Visit, _ user: UserID
    ) async throws -> AttemptOutcome<ProvenFactor, FactorFault> {
        let outcome = try await proofs.factors.attempt(Self.code(visit), of: user)
        if case .failure = outcome.result {
            await trail.record(.factorRefused, visit, user: user, detail: "wrong code")
        }
        return outcome.map { use in
            switch use {
            case .authenticator: .authenticator
            case .recovery(let left): .recovery(left: left)
            }
        }.mapFault { _ in .wrongCode }
    }

    private func attemptPasskey(
        _ visit: Visit, _ user: UserID, _ session: String
    ) async throws -> AttemptOutcome<ProvenFactor, FactorFault> {
        let outcome: AttemptOutcome<Passkey, PasskeyError>
        do {
            let (answer, challenge, site) = try await visit.passkeyAnswer(for: .proof(session: session))
            outcome = try await proofs.factors.attempt(answer, as: user, challenge, at: site)
        } catch PasskeyError.expired {
            // The challenge of a page that was open for too long: neither a guess nor a proof.
            outcome = .notAnAttempt(.failure(.expired))
        } catch let error as PasskeyError {
            outcome = .failed(error)
        }
        if case .failure(let error) = outcome.result { try await report(error, visit, user: user) }
        return outcome.map { .passkey(name: $0.name) }.mapFault { .passkey($0) }
    }

    /// Verifies the first code of an app that is being set up.
    func confirmCode(_ visit: Visit, _ user: UserID) async throws {
        try await limited(visit, user) { () async throws in
            try await proofs.factors.attemptConfirmation(Self.code(visit), of: user)
                .mapFault { _ in FactorFault.wrongCode }
        }
    }

    private static func code(_ visit: Visit) -> String {
        (visit.request.form[CodeField.name] ?? "").prefix(scalars: maximumCodeCharacters)
    }

    /// Lets an attempt through, or not yet. It counts for the person, from whatever addresses and in whatever sessions the
    /// attempts come.
    private func limited<Value: Sendable>(
        _ visit: Visit, _ user: UserID, _ body: () async throws -> AttemptOutcome<Value, FactorFault>
    ) async throws -> Value {
        let attempted = try await proofs.attempts.attempt(at: user.description, from: visit.address, body)
        switch attempted {
        case .made(let result): return try result.get()
        case .wait(let time):
            await trail.record(.factorRefused, visit, user: user, detail: "too many attempts")
            throw FactorFault.tooMany(time)
        }
    }
}
