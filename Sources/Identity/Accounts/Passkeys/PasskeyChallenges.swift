public import Chat
import Cryptography
import Records
public import WebAuthn

/// Issues challenges, each valid once, for one purpose, in one browser or session. The page carries the sealed
/// challenge as a ticket, so the server stores only used ones.
public struct PasskeyChallenges: Sendable {
    /// The lifetime of a challenge that is used immediately.
    public static let lifetime = Duration.seconds(10 * 60)
    /// The lifetime on the sign-in page, which may stay open for a while.
    public static let signInLifetime = Duration.seconds(3_600)
    private static let momentBytes = 8

    private let database: RecordDatabase
    private let vault: Vault
    private let clock: Clock

    public init(_ accounts: AccountsDatabase, vault: Vault, clock: Clock = .system) {
        database = accounts.database
        self.vault = vault
        self.clock = clock
    }

    /// The purpose of a challenge.
    public enum Purpose: Sendable {
        /// Signing in, in the browser with this token.
        case signIn(SessionToken)
        /// Proving presence again or a second factor, in the session with this id.
        case proof(session: String)
        /// Registering a passkey, in the session with this id.
        case registration(session: String)

        var label: Vault.Label {
            switch self {
            case .signIn(let browser): Vault.Label("passkey sign-in", owner: browser.hash)
            case .proof(let session): Vault.Label("passkey proof", owner: Array(session.utf8))
            case .registration(let session): Vault.Label("passkey registration", owner: Array(session.utf8))
            }
        }

        var lifetime: Duration {
            switch self {
            case .signIn: PasskeyChallenges.signInLifetime
            case .proof, .registration: PasskeyChallenges.lifetime
            }
        }
    }

    /// A challenge, and the ticket that must be sent back with the response.
    public func issue(for purpose: Purpose) -> (challenge: Challenge, ticket: String) {
        let challenge = Challenge.random()
        let end = clock.now().adding(purpose.lifetime).milliseconds
        let bytes = withUnsafeBytes(of: end.bigEndian) { Array($0) } + challenge.bytes
        return (challenge, Base64URL.encode(vault.seal(bytes, as: purpose.label)))
    }

    /// Consumes a ticket and returns its challenge; `nil` if it has expired, was used before, or is for another
    /// purpose.
    public func redeem(_ ticket: String, for purpose: Purpose) async throws -> Challenge? {
        guard let sealed = Base64URL.decode(ticket), let bytes = try? vault.open(sealed, as: purpose.label),
            let challenge = Challenge(stored: Array(bytes.dropFirst(Self.momentBytes)))
        else { return nil }
        let end = bytes.prefix(Self.momentBytes).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let now = clock.now()
        guard now.milliseconds < end else { return nil }
        return try await database.transaction { transaction in
            let isFirst = try await transaction.use(
                hash: SHA256.hash(challenge.bytes), until: Timestamp(milliseconds: end), now: now)
            return isFirst ? challenge : nil
        }
    }
}
