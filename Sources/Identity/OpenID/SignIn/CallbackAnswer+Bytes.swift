public import Chat
import Cryptography
import JOSE

/// An answer that came as a cross-site form, without the browser's cookies: it waits at its transaction until the browser
/// comes with them.
public struct ParkedAnswer: Sendable, Equatable {
    /// The browser comes at once: it was sent on with the answer to its form.
    public static let lifetime = Duration.seconds(120)
    /// How long an answer may be to be kept, in bytes.
    static let maximumBytes = 16_384

    let answer: CallbackAnswer
    let until: Timestamp
}

extension SignInTransaction {
    /// The transaction with `answer` parked at it; `nil` where it takes none: it is another provider's, it is over, or one
    /// waits already.
    public func parking(_ answer: CallbackAnswer, at provider: ProviderID, now: Timestamp) -> SignInTransaction? {
        guard provider == self.provider, now < expiresAt, parked == nil,
            answer.json.bytes.count <= ParkedAnswer.maximumBytes
        else { return nil }
        var transaction = self
        transaction.parked = ParkedAnswer(answer: answer, until: min(expiresAt, now.adding(ParkedAnswer.lifetime)))
        return transaction
    }

    /// What is parked and still good.
    public func parkedAnswer(now: Timestamp) -> CallbackAnswer? {
        parked.flatMap { now < $0.until ? $0.answer : nil }
    }
}

extension ParkedAnswer {
    var json: JSON { ["answer": answer.json, "until": .number(Double(until.milliseconds))] }

    init?(_ json: JSON) {
        guard let answer = json["answer"].flatMap({ CallbackAnswer($0) }),
            let until = json["until"]?.number.flatMap({ Int64(exactly: $0) })
        else { return nil }
        self.init(answer: answer, until: Timestamp(milliseconds: until))
    }
}

extension CallbackAnswer {
    /// The answer as it is kept: only to be sealed.
    var json: JSON {
        var members: [String: JSON] = ["state": .string(state)]
        members["iss"] = issuer.map { .string($0) }
        members["user"] = user.map { .string($0) }
        switch outcome {
        case .code(let code): members["code"] = .string(code.revealed)
        case .refusal(let code, let words):
            members["error"] = .string(code)
            members["words"] = words.map { .string($0) }
        }
        return .object(members)
    }

    init?(_ json: JSON) {
        guard let state = json["state"]?.string else { return nil }
        self.state = state
        issuer = json["iss"]?.string
        user = json["user"]?.string
        if let code = json["code"]?.string {
            outcome = .code(Secret(code))
        } else if let error = json["error"]?.string {
            outcome = .refusal(code: error, words: json["words"]?.string)
        } else {
            return nil
        }
    }
}
