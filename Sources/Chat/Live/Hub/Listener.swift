public import Chat

/// What renders the same for all who share it.
public struct Dialect: Hashable, Sendable {
    /// A BCP 47 tag.
    public let language: String
    /// An IANA time zone.
    public let zone: String

    public init(language: String, zone: String) {
        self.language = language
        self.zone = zone
    }
}

/// One event stream of one browser, from its opening to its end.
public final class Listener: Sendable {
    public let user: UserID
    /// Which session it was opened in, as text that is no secret.
    public let session: String
    public let dialect: Dialect
    private let write: @Sendable ([UInt8]) -> Void
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - write: takes bytes to send, in their order, and never waits.
    ///   - end: closes the stream.
    public init(
        user: UserID, session: String, dialect: Dialect, write: @escaping @Sendable ([UInt8]) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        self.user = user
        self.session = session
        self.dialect = dialect
        self.write = write
        self.end = end
    }

    public func send(_ bytes: [UInt8]) { write(bytes) }
    public func close() { end() }
}
