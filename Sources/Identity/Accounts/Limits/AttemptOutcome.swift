/// What came of an attempt to prove something, as it counts against guessing.
///
/// Only this module can say that something was proven, and only where it was verified: so no other code takes somebody's
/// failures back by mistake.
public struct AttemptOutcome<Value: Sendable, Fault: Error>: Sendable {
    let verdict: AttemptVerdict
    /// For the one who made the attempt.
    public let result: Result<Value, Fault>

    /// Something was verified that only the person can know or have.
    static func proven(_ value: Value) -> AttemptOutcome { AttemptOutcome(verdict: .proven, result: .success(value)) }

    /// It was wrong.
    public static func failed(_ fault: Fault) -> AttemptOutcome {
        AttemptOutcome(verdict: .failed, result: .failure(fault))
    }

    /// Nothing was guessed, or nothing could be found out, or what was done proves nothing.
    public static func notAnAttempt(_ result: Result<Value, Fault>) -> AttemptOutcome {
        AttemptOutcome(verdict: .notAnAttempt, result: result)
    }

    /// The same verdict with another value.
    public func map<Other: Sendable>(_ change: (Value) -> Other) -> AttemptOutcome<Other, Fault> {
        AttemptOutcome<Other, Fault>(verdict: verdict, result: result.map(change))
    }

    /// The same verdict with another fault.
    public func mapFault<Other: Error>(_ change: (Fault) -> Other) -> AttemptOutcome<Value, Other> {
        AttemptOutcome<Value, Other>(verdict: verdict, result: result.mapError(change))
    }
}

/// How an attempt counts.
enum AttemptVerdict: Sendable {
    /// The failures of the account are forgotten.
    case proven
    /// It counts as a guess.
    case failed
    /// It changes no count.
    case notAnAttempt
}

extension AttemptOutcome where Fault == SignInError {
    /// A sign-in that did not work.
    public init(_ error: SignInError) {
        self.init(verdict: error.decidesNothing ? .notAnAttempt : .failed, result: .failure(error))
    }
}

/// What `AttemptGuard` did with an attempt.
public enum Attempted<Value: Sendable, Fault: Error>: Sendable {
    case made(Result<Value, Fault>)
    /// It was not made: not before this time has passed.
    case wait(Duration)
}

extension Attempted where Fault == SignInError {
    /// - Throws: `SignInError.tooMany` where the attempt was not made.
    public func get() throws(SignInError) -> Value {
        switch self {
        case .made(let result): try result.get()
        case .wait(let time): throw .tooMany(retryAfter: time)
        }
    }
}
