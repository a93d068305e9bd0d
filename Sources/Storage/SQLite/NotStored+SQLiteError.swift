import CSQLite
import Concurrency

extension NotStored {
    /// Writing to the memory that connections share failed (https://sqlite.org/rescode.html#ioerr_shmsize), which
    /// happens on a full disk.
    private static let sharedMemorySize: Int32 = 4_874

    /// `nil` for errors that have nothing to do with the disk, such as a violated constraint.
    init?(_ error: any Error, of location: Location) {
        guard let error = error as? SQLiteError else { return nil }
        let details = "\(location.path): \(error.description)"
        switch error.primaryCode {
        case _ where error.code == Self.sharedMemorySize: self = .diskFull(details)
        case SQLITE_FULL: self = .diskFull(details)
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_IOERR: self = .notWritable(details)
        case SQLITE_BUSY: self = .locked(details)
        default: return nil
        }
    }
}
