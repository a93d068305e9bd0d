public import Accounts
public import Chat
import HTTP
public import Live
public import Logging
import OpenID
public import Pictures

/// The parts that the site is made of.
public struct SiteParts: Sendable {
    /// The repositories of the chat, cached by `live`.
    public let repositories: Repositories
    public let live: Live
    public let pages: PageCache
    public var sessions: Sessions
    public var methods: SignInMethods
    public var identities: Identities
    public var accounts: AccountRegister
    /// Manages the people; `nil` if a backend behind a network does.
    public var people: PeopleAdministration?
    /// Keeps the files of messages; `nil` where none can be sent.
    public var uploads: Uploads?
    /// Makes previews of links; `nil` where links have none.
    public var previews: LinkPreviews? {
        get { composing.previews }
        set { composing.previews = newValue }
    }
    /// The emoji of the place. Those that the publisher of `live` shows.
    public var emoji: PlaceEmoji
    /// Makes the first admin; `nil` if there were people at the start, or if the site does not manage them.
    public var firstAdmin: FirstAdmin?
    /// The metrics and their media type; `nil` if they are not shown.
    public var metrics: (@Sendable () -> (text: String, type: String))?
    /// What the site holds, as counted last, for a page of charts; gives `nil` before the first count. `nil` if nothing
    /// is counted.
    public var figures: (@Sendable () -> SiteFigures?)?
    /// Whether the requests for a page are better made concurrently than one after the other.
    public var asksSideBySide: @Sendable () -> Bool = { false }
    /// Called with each attempt to sign in, by method. The method may be one that the site does not have.
    public var countSignIn: @Sendable (SignInOutcome, SignInMethodID?) -> Void = { _, _ in }
    public var audit: AuditLog
    public let credentialMonitor: CredentialMonitor
    public var attempts: AttemptGuard
    public var proofs: ProofParts
    public let assets: Assets
    /// The part of the `head` element that all pages share.
    let head: PageHead
    public var pictures: PictureStore
    public var policy: SitePolicy
    public var clock: Clock
    public var log: Logger
    private(set) var composing: Composing
    let watch: SessionWatch
    let userCheck = UserCheck()
    public var quotas: SiteQuotas
    let streams = PersonLimiter(maximum: StreamLimits.maximumPerPerson)
    let searches = PersonLimiter(maximum: SearchFeature.maximumAtOnce)
    let files = FileLimiter()
    var maximumDataFile = OwnDataFeature.maximumFile
    let requests = RequestLimiter()

    /// - Parameter credentialMonitor: `nil` creates one for the credentials of `methods`.
    public init(
        live: Live, sessions: Sessions, identities: Identities, accounts: AccountRegister, proofs: ProofParts,
        audit: AuditLog, methods: SignInMethods, credentialMonitor: CredentialMonitor? = nil,
        sender: any MessageSender, drafts: any DraftRepository, assets: Assets, pictures: PictureStore,
        policy: SitePolicy, clock: Clock = .system, log: Logger
    ) {
        self.live = live
        repositories = live.repositories
        pages = PageCache()
        self.sessions = sessions
        composing = Composing(sender: sender, drafts: drafts, live: live, blocks: Blocks(accounts: accounts))
        self.methods = methods
        self.identities = identities
        self.accounts = accounts
        emoji = PlaceEmoji(accounts)
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

/// The parts and features of a site. A class, because pages pass them on many times and copying them takes time.
final class SharedParts: Sendable {
    let parts: SiteParts
    let features: Features

    init(_ parts: SiteParts) {
        self.parts = parts
        features = Features(parts)
    }
}

extension SiteParts {
    var ending: SessionEnding {
        SessionEnding(
            sessions: sessions, live: live, credentialMonitor: credentialMonitor, users: repositories.users,
            audit: audit, clock: clock, log: log)
    }

    var trail: AuditTrail {
        AuditTrail(audit: audit, limiter: quotas.audit, clock: clock, log: log, countSignIn: countSignIn)
    }

    /// Finds the user that a proof belongs to.
    var resolver: AccountResolver { AccountResolver(users: repositories.users, identities: identities) }
}
