public import Chat
import Synchronization

/// Rate limits for the audit log, so that nobody can flood it: refusals, which anyone can cause, are limited by address
/// and in total (`RefusalRateLimiter`); events of authenticated people are limited for each person, so that they can't
/// hide the events of others.
public final class AuditRateLimiter: Sendable {
    /// The maximum number of lines of one kind for one person in a burst; refilled within `time`.
    public static let lines = 120
    public static let time = Duration.seconds(3_600)

    /// What to do with a line.
    public enum Verdict: Sendable, Equatable {
        /// Write it; `note` says how many lines were omitted before it, and is empty if none were.
        case write(note: String)
        /// Omit it. `isFirst` for the first one omitted since the last written line, which is worth a line in the log.
        case leaveOut(isFirst: Bool)
    }

    private struct Source: Hashable, Sendable {
        let user: UserID
        let kind: AuditEvent.Kind
    }

    private let refusals: RefusalRateLimiter
    private let clock: Clock
    private let shares = Mutex(LineShares<Source>(CellRate(lines, in: time)))

    public init(clock: Clock = .system) {
        refusals = RefusalRateLimiter(clock: clock)
        self.clock = clock
    }

    /// - Parameters:
    ///   - address: the client's, without port.
    ///   - user: the person concerned.
    ///   - provesNothing: whether the person signed in with a name only, as anyone can.
    public func verdict(
        on kind: AuditEvent.Kind, from address: String?, about user: UserID?, provesNothing: Bool
    ) -> Verdict {
        guard let user, !kind.isRefusal, !provesNothing else {
            switch refusals.verdict(address, kind) {
            case .leaveOut(let isFirst): return .leaveOut(isFirst: isFirst)
            case .write(let here, let anywhere):
                return .write(
                    note: [Self.note(here, "from this address"), Self.note(anywhere, "from anywhere")]
                        .compactMap { $0 }.joined(separator: "; "))
            }
        }
        let source = Source(user: user, kind: kind)
        return shares.withLock { shares in
            guard shares.take(source, now: clock.now()) else {
                return .leaveOut(isFirst: shares.leaveOut(source))
            }
            return .write(note: Self.note(shares.takeLeftOut(source), "of this person") ?? "")
        }
    }

    private static func note(_ count: Int, _ whose: String) -> String? {
        count == 0 ? nil : "\(count) more \(whose) were left out"
    }
}

extension AuditEvent.Kind {
    /// Whether unauthenticated requests can cause it.
    var isRefusal: Bool {
        switch self {
        case .signInRefused, .factorRefused, .passwordChangeRefused, .passkeyCopied: true
        default: false
        }
    }
}
