/// Why a write did not reach the disk. Nothing of it was kept. Each case has details for the log.
public enum NotStored: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk is full, or the quota of its user.
    case diskFull(String)
    /// The files can't be written to, or were deleted or replaced.
    case notWritable(String)
    /// Another process has held the database for too long.
    case locked(String)

    public var description: String {
        switch self {
        case .diskFull(let details): "the disk is full: \(details)"
        case .notWritable(let details): "the files can't be written to: \(details)"
        case .locked(let details): "another process holds the database: \(details)"
        }
    }
}
