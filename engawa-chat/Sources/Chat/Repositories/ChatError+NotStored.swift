import Concurrency

extension ChatError {
    /// An error of a database's write that says that nothing was kept, or of a database that can't be used; `nil` for any
    /// other.
    public init?(ofWrite error: any Error, during operation: String) {
        switch error {
        case is BlockingPool.Full, NotStored.locked: self.init(.overloaded, during: operation)
        case NotStored.diskFull: self.init(.diskFull, during: operation)
        case NotStored.notWritable(let details): self.init(.notWritable(details), during: operation)
        case StoreOutage.unreachable(let details): self.init(.unavailable(details), during: operation)
        // It may have been kept.
        case StoreOutage.timedOut: self.init(.timedOut, during: operation)
        default: return nil
        }
    }
}
