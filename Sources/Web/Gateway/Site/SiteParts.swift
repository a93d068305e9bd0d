public import Accounts
public import Chat
import HTTP
public import Live
public import Logging
import OpenID
public import Pictures

/// What the site is made of.
public struct SiteParts: Sendable {
    /// The chat, as it is known here.
    public let repositories: Repositories
    public let live: Live
    public let pages: PageCache
    public var sessions: Sessions
    public var methods: SignInMethods
    public var identities: Identities
    public var accounts: AccountRegister
    /// The site's figures as text, and what kind of text; `nil` where they are shown nowhere.
    public var metrics: (@Sendable () -> (text: String, type: String))?
    /// Whether what a page needs is better asked for side by side.
    public var asksSideBySide: @Sendable () -> Bool = { false }
    public var audit: AuditLog
    public let credentialMonitor: CredentialMonitor
    public var attempts: AttemptGuard
    public var proofs: ProofParts
    public let assets: Assets
    /// What every page's head says of the assets.
    let head: PageHead
    public var pictures: PictureStore
    public var policy: SitePolicy
    public var clock: Clock
    public var log: Logger
    let composing: Composing
    let watch: SessionWatch
    let userCheck = UserCheck()
    let quotas: SiteQuotas
    let streams = StreamPlaces()
    let requests = RequestLimiter()

    /// - Parameter credentialMonitor: of what sessions hold; made of the methods where nobody else needs it.
    public init(
        live: Live, sessions: Sessions, identities: Identities, accounts: AccountRegister, proofs: ProofParts,
        audit: AuditLog, methods: SignInMethods, credentialMonitor: CredentialMonitor? = nil,
        sender: any MessageSender, drafts: any DraftRepository, assets: Assets, pictures: PictureStore,
        policy: SitePolicy,
        clock: Clock = .system, log: Logger
    ) {
        self.live = live
        repositories = live.repositories
        pages = PageCache()
        self.sessions = sessions
        composing = Composing(sender: sender, drafts: drafts, live: live)
        self.methods = methods
        self.identities = identities
        self.accounts = accounts
        self.proofs = proofs
        self.audit = audit
        self.credentialMonitor =
            credentialMonitor
            ?? CredentialMonitor(
                sessions, credentialProviders: methods.credentialProviders, consents: methods.consents, clock: clock)
        attempts = AttemptGuard(clock: clock)
        quotas = SiteQuotas(clock: clock)
        watch = SessionWatch(sessions, live, clock: clock, log: log)
        self.assets = assets
        head = PageHead(assets)
        self.pictures = pictures
        self.policy = policy
        self.clock = clock
        self.log = log
    }
}

/// The parts of a site by one reference: every page hands them on many times, and a copy of so many costs.
final class SharedParts: Sendable {
    let parts: SiteParts
    let features: Features

    init(_ parts: SiteParts) {
        self.parts = parts
        features = Features(parts)
    }
}

// What changes a person's things beside the chat, and what follows from it.
extension SiteParts {
    var ending: SessionEnding {
        SessionEnding(
            sessions: sessions, live: live, credentialMonitor: credentialMonitor, users: repositories.users,
            audit: audit, clock: clock,
            log: log)
    }

    var trail: AuditTrail { AuditTrail(audit: audit, meter: quotas.audit, clock: clock, log: log) }

    /// Who of the chat's people a proof is about.
    var resolver: AccountResolver { AccountResolver(users: repositories.users, identities: identities) }
}
