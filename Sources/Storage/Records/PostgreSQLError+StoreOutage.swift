import Concurrency
import PostgreSQL

extension PostgreSQLError {
    /// The error as those who use any kind of database know it.
    var ofStore: any Error {
        switch self {
        case .unreachable: StoreOutage.unreachable("\(self)")
        case .lost: StoreOutage.timedOut("\(self)")
        case .overloaded: BlockingPool.Full()
        case .refused where isDiskFull: NotStored.diskFull("\(self)")
        case .refused where isReadOnly: NotStored.notWritable("\(self)")
        case .refused where isTimeout: StoreOutage.timedOut("\(self)")
        // Others were in the way each time.
        case .refused where isConflict: NotStored.locked("\(self)")
        case .refused: self
        }
    }
}
