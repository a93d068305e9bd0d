public import Chat
import Synchronization

/// In which language and time zone something is shown: all who share both are shown the same.
public struct DisplayLocale: Hashable, Sendable {
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
public final class Subscriber: Sendable {
    public let user: UserID
    /// The session in which it was opened, as text that is no secret.
    public let session: String
    public let locale: DisplayLocale
    private let write: @Sendable ([UInt8]) -> Void
    private let end: @Sendable () -> Void
    private let told = Mutex(ToldChanges())

    /// - Parameters:
    ///   - write: takes bytes to send, in their order, and never waits.
    ///   - end: closes the stream.
    public init(
        user: UserID, session: String, locale: DisplayLocale, write: @escaping @Sendable ([UInt8]) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        self.user = user
        self.session = session
        self.locale = locale
        self.write = write
        self.end = end
    }

    public func send(_ bytes: [UInt8]) { write(bytes) }
    public func close() { end() }

    /// What was told lately, here or by another process, as far as it is told once (`ToldChanges.text`).
    var toldText: [UInt8] { told.withLock { $0.text } }

    /// Notes that it is told something now, unless it was told lately.
    /// - Returns: whether it is to be told.
    func tell(_ change: ToldChange, at moment: Timestamp?) -> Bool { told.withLock { $0.add(change, at: moment) } }

    /// Notes what another process has told it.
    ///
    /// - Parameter moment: up to when everything was told, by the clock of the store; `nil` before it has said that.
    func noteTold(_ changes: [ToldChange], at moment: Timestamp?) {
        guard !changes.isEmpty else { return }
        told.withLock { told in for change in changes { told.add(change, at: moment) } }
    }
}
