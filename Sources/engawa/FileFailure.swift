import FoundationEssentials
import Glibc

/// A failed operation on a file, as Foundation reports it, in the system's words.
struct FileFailure: CustomStringConvertible {
    let path: String?
    /// "No such file or directory"
    let reason: String

    /// `nil` for another kind of error.
    init?(_ error: any Error) {
        guard let error = error as? CocoaError else { return nil }
        path = error.userInfo["NSFilePath"] as? String
        let cause = error.userInfo["NSUnderlyingError"] as? POSIXError
        reason = cause.map { String(cString: strerror($0.code.rawValue)) } ?? "error \(error.code.rawValue) of a file"
    }

    var description: String { path.map { "\($0): \(reason)" } ?? reason }
}
