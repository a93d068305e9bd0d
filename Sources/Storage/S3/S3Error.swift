public import HTTP

/// Why a store did not do what it was asked for. Without keys and signatures.
public enum S3Error: Error, Sendable, Equatable, CustomStringConvertible {
    /// The store refused it: the status, its code for the error such as `NoSuchBucket`, and its sentence.
    case refused(Status, code: String, message: String)
    /// No answer came.
    case unreachable(TransportError)
    /// The answer is none of this interface, or says what can't be: what was expected.
    case unexpectedAnswer(String)
    /// A content is not that of its hash.
    case damaged(String)
    /// The file that is to be sent or written can't be read or written.
    case file(String)

    /// Whether the store has no room.
    public var isFull: Bool {
        guard case .refused(let status, let code, _) = self else { return false }
        return status == .insufficientStorage || ["QuotaExceeded", "XMinioStorageFull"].contains(code)
    }

    /// Whether the same request may succeed in a moment.
    var isTemporary: Bool {
        switch self {
        case .refused(let status, let code, _):
            [429, 500, 502, 503, 504].contains(status.rawValue)
                || ["RequestTimeout", "SlowDown", "OperationAborted"].contains(code)
        case .unreachable(let error):
            [.cannotConnect, .timedOut, .connectionLost].contains(error.reason)
        case .unexpectedAnswer, .damaged, .file: false
        }
    }

    /// In one sentence, what an operator has to change, where the code says it.
    public var advice: String? {
        switch self {
        case .refused(_, let code, _): Self.advice[code]
        case .unreachable: "is the endpoint right, and the store running?"
        case .unexpectedAnswer: "is the endpoint that of a store with the interface of S3?"
        case .damaged, .file: nil
        }
    }

    /// By the codes of the Amazon S3 API Reference, "Error responses".
    private static let advice = [
        "NoSuchBucket": "there is no such bucket: make it first",
        "AccessDenied": "the key may not read, write, list and delete in the bucket",
        "InvalidAccessKeyId": "the store does not know the id of the key",
        "SignatureDoesNotMatch": "the secret of the key is wrong",
        "RequestTimeTooSkewed": "the clock of this machine is not that of the store",
        "AuthorizationHeaderMalformed": "the bucket is in another region",
        "PermanentRedirect": "the bucket is at another endpoint",
    ]

    public var description: String {
        switch self {
        case .refused(let status, let code, let message):
            "the store answered \(status)" + (code.isEmpty ? "" : " \(code)") + (message.isEmpty ? "" : ": \(message)")
        case .unreachable(let error): "no answer: \(error)"
        case .unexpectedAnswer(let expected): "the store's answer is not \(expected)"
        case .damaged(let content): "the store's content \(content) is not that of its hash"
        case .file(let why): why
        }
    }
}
