import Accounts
import Chat

/// The features of the site, each created with only the parts that it uses.
final class Features: Sendable {
    let accounts: AccountsFeature
    let administration: AdministrationFeature
    let appearance: AppearanceFeature
    let audit: AuditFeature
    let avatars: AvatarFeature
    let bookmarks: BookmarksFeature
    let conversations: ConversationsFeature
    let emoji: EmojiFeature
    let events: EventsFeature
    let files: FilesFeature
    let firstAdmin: FirstAdminFeature
    let health: HealthFeature
    let mentions: MentionsFeature
    let notifications: NotificationsFeature
    let identities: IdentitiesFeature
    let credentialMaintenance: CredentialMaintenance
    let oneTimeLinks: OneTimeLinkFeature
    let ownData: OwnDataFeature
    let ownName: OwnNameFeature
    let passkeySignIn: PasskeySignInFeature
    let password: PasswordFeature
    let people: PeopleFeature
    let pictureChoice: PictureChoiceFeature
    let invites: InvitesFeature
    let polls: PollsFeature
    let profile: ProfileFeature
    let providers: ProviderFeature
    let registration: RegistrationFeature
    let reports: ReportsFeature
    let scheduled: ScheduledFeature
    let scheduledSending: ScheduledSending
    let search: SearchFeature
    let secondFactor: SecondFactorFeature
    let security: SecurityFeature
    let selfDescription: SelfDescriptionFeature
    let sessions: SessionsFeature
    let signIn: SignInFeature
    let signOut: SignOutFeature
    let stepUp: StepUpFeature
    let thread: ThreadFeature
    let welcome: WelcomeFeature

    init(_ parts: SiteParts) {
        let (repositories, ending, trail) = (parts.repositories, parts.ending, parts.trail)
        credentialMaintenance = CredentialMaintenance(
            credentialMonitor: parts.credentialMonitor, ending: ending, live: parts.live, audit: parts.audit,
            clock: parts.clock, log: parts.log)
        let checks = FactorChecks(proofs: parts.proofs, sessions: parts.sessions, live: parts.live, trail: trail)
        let (sessions, methods, policy, proofs) = (parts.sessions, parts.methods, parts.policy, parts.proofs)
        let (monitor, resolver, log) = (parts.credentialMonitor, parts.resolver, parts.log)
        let departure = ProviderDeparture(methods: methods, quotas: parts.quotas, policy: policy)
        let profiles = ProfileRegistration(
            repositories: repositories, identities: parts.identities, methods: methods, policy: policy, trail: trail,
            log: log)
        signIn = SignInFeature(
            repositories: repositories, composing: parts.composing, sessions: sessions, methods: methods,
            attempts: parts.attempts, policy: policy, proofs: proofs, resolver: resolver, profiles: profiles,
            ending: ending, firstAdmin: parts.firstAdmin, trail: trail)
        firstAdmin = FirstAdminFeature(
            firstAdmin: parts.firstAdmin, signIn: signIn, attempts: parts.attempts, trail: trail)
        passkeySignIn = PasskeySignInFeature(
            users: repositories.users, signIn: signIn, proofs: proofs, checks: checks, quotas: parts.quotas,
            trail: trail)
        secondFactor = SecondFactorFeature(
            signIn: signIn, sessions: sessions, proofs: proofs, checks: checks, credentialMonitor: monitor,
            ending: ending, policy: policy, trail: trail)
        registration = RegistrationFeature(
            signIn: signIn, profiles: profiles, methods: methods, quotas: parts.quotas, policy: policy, trail: trail)
        welcome = WelcomeFeature(
            signIn: signIn, profiles: profiles, resolver: resolver, sessions: sessions, ending: ending,
            policy: policy, trail: trail)
        signOut = SignOutFeature(
            methods: methods, ending: ending, credentialMonitor: monitor, credentialMaintenance: credentialMaintenance,
            policy: policy,
            trail: trail, log: log)
        self.sessions = SessionsFeature(sessions: sessions, ending: ending, signOut: signOut, trail: trail)
        security = SecurityFeature(sessions: sessions, proofs: proofs, checks: checks, policy: policy, trail: trail)
        identities = IdentitiesFeature(
            identities: parts.identities, sessions: sessions, methods: methods, departure: departure, ending: ending,
            credentialMonitor: monitor, credentialMaintenance: credentialMaintenance, trail: trail, log: log)
        password = PasswordFeature(
            repositories: repositories, live: parts.live, sessions: sessions, attempts: parts.attempts,
            proofs: proofs, credentialMonitor: monitor, ending: ending, policy: policy, trail: trail, log: log)
        stepUp = StepUpFeature(
            sessions: sessions, live: parts.live, methods: methods, attempts: parts.attempts, proofs: proofs,
            checks: checks, resolver: resolver, credentialMonitor: monitor, signIn: signIn, policy: policy,
            trail: trail, log: log)
        providers = ProviderFeature(
            methods: methods, sessions: sessions, policy: policy, signIn: signIn, departure: departure,
            identities: identities, stepUp: stepUp, ending: ending, trail: trail, log: log)
        administration = AdministrationFeature(
            sessions: parts.sessions, ending: ending, trail: trail, metrics: parts.metrics,
            figures: parts.figures)
        audit = AuditFeature(
            audit: parts.audit, users: repositories.users, people: parts.people, trail: trail,
            files: parts.files, policy: policy)
        reports = ReportsFeature(
            repositories: repositories, accounts: parts.accounts, trail: trail, clock: parts.clock)
        let deletion = AccountDeletion(people: parts.people, live: parts.live, ending: ending, trail: trail, log: log)
        accounts = AccountsFeature(
            people: parts.people, live: parts.live, ending: ending, deletion: deletion, policy: policy, trail: trail)
        let export = parts.people.map { people in
            PersonalDataExport(
                people, repositories, drafts: parts.composing.drafts, identities: parts.identities, audit: parts.audit)
        }
        ownData = OwnDataFeature(
            people: parts.people, export: export, deletion: deletion, maximumFile: parts.maximumDataFile,
            files: parts.files, policy: policy, trail: trail, log: log)
        ownName = OwnNameFeature(people: parts.people, live: parts.live, policy: policy, trail: trail)
        selfDescription = SelfDescriptionFeature(accounts: parts.accounts)
        oneTimeLinks = OneTimeLinkFeature(people: parts.people, ending: ending, trail: trail)
        avatars = AvatarFeature(repositories: repositories, pictures: parts.pictures, log: parts.log)
        bookmarks = BookmarksFeature(repositories: repositories)
        let keeper = NotificationKeeper(
            accounts: parts.accounts, sessions: sessions, methods: methods, credentialMonitor: monitor,
            live: parts.live, log: log)
        notifications = NotificationsFeature(keeper: keeper, repositories: repositories)
        appearance = AppearanceFeature(
            accounts: parts.accounts, sessions: parts.sessions, live: parts.live, policy: policy,
            hasLinkPreviews: parts.previews != nil)
        conversations = ConversationsFeature(
            repositories: repositories, live: parts.live, composing: parts.composing, pages: parts.pages,
            appearance: appearance, accounts: parts.accounts, sessions: parts.sessions)
        events = EventsFeature(
            live: parts.live, sessions: parts.sessions, watch: parts.watch, policy: parts.policy, log: parts.log,
            limiter: parts.streams, notifications: keeper,
            endIfDeleted: { await ending.endIfDeleted($0) })
        health = HealthFeature(repositories: repositories, sessions: parts.sessions, log: parts.log)
        pictureChoice = PictureChoiceFeature(repositories: repositories, uploads: parts.uploads)
        emoji = EmojiFeature(
            accounts: parts.accounts, emoji: parts.emoji, pictureChoice: pictureChoice, live: parts.live, trail: trail)
        people = PeopleFeature(
            repositories: repositories, accounts: parts.accounts, live: parts.live,
            start: ConversationStart(repositories), pictureChoice: pictureChoice)
        invites = InvitesFeature(repositories: repositories, policy: parts.policy)
        profile = ProfileFeature(
            repositories: repositories, accounts: parts.accounts, sessions: sessions, policy: parts.policy,
            uploads: parts.uploads, pictureChoice: pictureChoice, emoji: parts.emoji)
        mentions = MentionsFeature(
            repositories: repositories, live: parts.live, limiter: parts.searches, policy: policy)
        search = SearchFeature(repositories: repositories, limiter: parts.searches, policy: policy, log: log)
        scheduledSending = ScheduledSending(
            accounts: parts.accounts, composing: parts.composing, notifier: checks.notifier, clock: parts.clock,
            log: log)
        scheduled = ScheduledFeature(
            repositories: repositories, accounts: parts.accounts, composing: parts.composing,
            sending: scheduledSending, signIn: signIn, log: log)
        polls = PollsFeature(repositories: repositories, composing: parts.composing, signIn: signIn, log: log)
        let uploads = parts.uploads
        files = FilesFeature(repositories: repositories, uploads: uploads)
        thread = ThreadFeature(
            repositories: repositories, live: parts.live, composing: parts.composing, pages: parts.pages,
            policy: parts.policy, asksSideBySide: parts.asksSideBySide, signIn: signIn,
            uploads: uploads, previews: parts.previews, emoji: parts.emoji, log: parts.log)
    }
}
