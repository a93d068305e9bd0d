public import Chat
import Synchronization

/// Decides which lines are written into the audit log, so that nobody can fill it: what anybody can cause, `RefusalMeter`
/// limits by address and in all; what somebody does who has proven who they are is limited for that person, so that it
/// hides nothing of another's.
public final class AuditMeter: Sendable {
    /// How many lines of one kind one person may cause at once; so many again in `time`.
    public static let lines = 120
    public static let time = Duration.seconds(3_600)

    /// What becomes of a line.
    public enum Verdict: Sendable, Equatable {
        /// It is to be written; `note` says how many were left out before it, and is empty for none.
        case write(note: String)
        /// It is to be left out. `isFirst` for the first since the last that was written, which is worth a line in the log.
        case leaveOut(isFirst: Bool)
    }

    private struct Source: Hashable, Sendable {
        let user: UserID
        let kind: AuditEvent.Kind
    }

    private let refusals: RefusalMeter
    private let clock: Clock
    private let shares = Mutex(LineShares<Source>(CellRate(lines, in: time)))

    public init(clock: Clock = .system) {
        refusals = RefusalMeter(clock: clock)
        self.clock = clock
    }

    /// - Parameters:
    ///   - address: where the request comes from, without port.
    ///   - user: who it is about.
    ///   - provesNothing: whether the person came in by a name alone, as anybody can.
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
    /// Whether it is caused by somebody who has proven nothing by it.
    var isRefusal: Bool {
        switch self {
        case .signInRefused, .factorRefused, .passwordChangeRefused, .passkeyCopied: true
        default: false
        }
    }
}
