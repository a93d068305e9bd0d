/// The outcome of an attempt to prove something, and how it counts for rate limiting.
///
/// Only this module can create a `proven` outcome, so that other code can't reset failures by mistake.
public struct AttemptOutcome<Value: Sendable, Fault: Error>: Sendable {
    let verdict: AttemptVerdict
    /// The result for the caller.
    public let result: Result<Value, Fault>

    /// Something was verified that only the person knows or has.
    static func proven(_ value: Value) -> AttemptOutcome { AttemptOutcome(verdict: .proven, result: .success(value)) }

    /// The attempt was wrong.
    public static func failed(_ fault: Fault) -> AttemptOutcome {
        AttemptOutcome(verdict: .failed, result: .failure(fault))
    }

    /// Nothing was guessed, there was no result, or success proves nothing.
    public static func notAnAttempt(_ result: Result<Value, Fault>) -> AttemptOutcome {
        AttemptOutcome(verdict: .notAnAttempt, result: result)
    }

    /// The same verdict with another value.
    public func map<Other: Sendable>(_ change: (Value) -> Other) -> AttemptOutcome<Other, Fault> {
        AttemptOutcome<Other, Fault>(verdict: verdict, result: result.map(change))
    }

    /// The same verdict with another error.
    public func mapFault<Other: Error>(_ change: (Fault) -> Other) -> AttemptOutcome<Value, Other> {
        AttemptOutcome<Value, Other>(verdict: verdict, result: result.mapError(change))
    }
}

/// How an attempt counts.
enum AttemptVerdict: Sendable {
    /// Resets the failures of the account.
    case proven
    /// Counts as a failed guess.
    case failed
    /// Does not count.
    case notAnAttempt
}

extension AttemptOutcome where Fault == SignInError {
    /// A failed sign-in.
    public init(_ error: SignInError) {
        self.init(verdict: error.decidesNothing ? .notAnAttempt : .failed, result: .failure(error))
    }
}

/// An attempt that was made or rejected by `AttemptGuard`.
public enum Attempted<Value: Sendable, Fault: Error>: Sendable {
    case made(Result<Value, Fault>)
    /// Rejected; permitted after this time.
    case wait(Duration)
}

extension Attempted where Fault == SignInError {
    /// - Throws: `SignInError.tooMany` if the attempt was rejected.
    public func get() throws(SignInError) -> Value {
        switch self {
        case .made(let result): try result.get()
        case .wait(let time): throw .tooMany(retryAfter: time)
        }
    }
}
