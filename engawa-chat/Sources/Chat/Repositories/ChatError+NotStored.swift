import Concurrency

extension ChatError {
    /// An error of a database's write that says that nothing was kept; `nil` for any other.
    public init?(ofWrite error: any Error, during operation: String) {
        switch error {
        case is BlockingPool.Full, NotStored.locked: self.init(.overloaded, during: operation)
        case NotStored.diskFull: self.init(.diskFull, during: operation)
        case NotStored.notWritable(let details): self.init(.notWritable(details), during: operation)
        default: return nil
        }
    }
}
