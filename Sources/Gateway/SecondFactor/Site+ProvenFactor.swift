import Accounts
import Chat
import HTTP

/// Why a proof was not taken, as the person is told: never which part of it was wrong.
enum FactorFault: Error {
    case wrongCode
    case passkey(PasskeyError)
    case tooMany(Duration)
    /// Name or password, asked again.
    case wrongCredentials
    /// The provider of this name has not said that it asked the person again.
    case notAskedAgain(String)

    var status: Status { if case .tooMany = self { .tooManyRequests } else { .unprocessableContent } }

    var wording: SecondFactorWording {
        switch self {
        case .wrongCode: .wrongCode
        case .passkey(let error): .passkey(PasskeyWording(error))
        case .tooMany(let time): .tooMany(max(1, time.components.seconds))
        case .wrongCredentials: .wrongCredentials
        case .notAskedAgain(let provider): .notAskedAgain(provider)
        }
    }
}

/// What somebody has proven with.
enum ProvenFactor {
    case authenticator
    case recovery(left: Int)
    case passkey(name: String)
    /// The way in, once more.
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

extension Site {
    /// How long what is typed as a code may be.
    private static let maximumCodeCharacters = 64

    /// Takes a code or a passkey of `user`. Each attempt counts, for the person and the address, and makes the next one
    /// wait; only who has proven the first factor gets here.
    func proveFactor(_ visit: Visit, _ user: UserID, session: String) async throws -> ProvenFactor {
        let form = visit.request.form
        let proof: ProvenFactor = try await limited(visit, user) {
            if form[PasskeyFields.answer]?.isEmpty == false { return try self.provePasskey(visit, user, session) }
            let code = String((form[CodeField.name] ?? "").prefix(Self.maximumCodeCharacters))
            switch try self.parts.proofs.factors.use(code, of: user) {
            case .authenticator: return .authenticator
            case .recovery(let left):
                self.record(.recoveryCodeUsed, visit, user: user, detail: "\(left) left")
                try self.tell(user, .recoveryCodeUsed)
                if left <= SecurityWording.fewCodes { try self.tell(user, .recoveryCodesFew) }
                return .recovery(left: left)
            case nil:
                self.record(.factorRefused, visit, user: user, detail: "wrong code")
                throw FactorFault.wrongCode
            }
        }
        record(.factorProven, visit, user: user, detail: proof.detail)
        return proof
    }

    private func provePasskey(_ visit: Visit, _ user: UserID, _ session: String) throws -> ProvenFactor {
        do {
            let (answer, challenge, site) = try visit.passkeyAnswer(for: .proof(session: session))
            return .passkey(
                name: try parts.proofs.factors.authenticate(answer, as: user, challenge, at: site).name)
        } catch let error as PasskeyError {
            try report(error, visit, user: user)
            throw FactorFault.passkey(error)
        }
    }

    /// Takes the first code of an app that is being set up.
    func confirmCode(_ visit: Visit, _ user: UserID) async throws {
        let code = String((visit.request.form[CodeField.name] ?? "").prefix(Self.maximumCodeCharacters))
        try await limited(visit, user) {
            guard try self.parts.proofs.factors.confirmAuthenticator(code, of: user) else {
                throw FactorFault.wrongCode
            }
        }
    }

    /// Lets an attempt through, or not yet.
    private func limited<Result: Sendable>(
        _ visit: Visit, _ user: UserID, _ body: () throws -> Result
    ) async throws -> Result {
        var outcome: Swift.Result<Result, any Error>?
        do throws(SignInError) {
            try await parts.proofs.attempts.attempt(at: user.description, from: visit.address) {
                () async throws(SignInError) in
                let result = Swift.Result { try body() }
                outcome = result
                // What is wrong counts; what could not be found out does not.
                switch result {
                case .success: break
                case .failure(let fault as FactorFault): if !fault.isHarmless { throw .wrongCredentials }
                case .failure: throw .tooMany(retryAfter: .zero)
                }
            }
        } catch {
            if let outcome { return try outcome.get() }
            guard case .tooMany(let time) = error else { throw FactorFault.wrongCode }
            record(.factorRefused, visit, user: user, detail: "too many attempts")
            throw FactorFault.tooMany(time)
        }
        guard let outcome else { throw FactorFault.wrongCode }
        return try outcome.get()
    }
}

extension FactorFault {
    /// Whether it was no guess: a page that was open for too long.
    fileprivate var isHarmless: Bool { if case .passkey(.expired) = self { true } else { false } }
}
