/// The features of the site, each with what it needs and nothing else.
final class Features: Sendable {
    let account: AccountFeature
    let administration: AdministrationFeature
    let assets: AssetsFeature
    let avatars: AvatarFeature
    let bookmarks: BookmarksFeature
    let conversations: ConversationsFeature
    let events: EventsFeature
    let health: HealthFeature
    let keeper: SessionKeeper
    let people: PeopleFeature
    let profile: ProfileFeature
    let providers: ProviderFeature
    let search: SearchFeature
    let signIn: SignInFeature
    let stepUp: StepUpFeature
    let thread: ThreadFeature

    init(_ parts: SiteParts) {
        let (repositories, ending, trail) = (parts.repositories, parts.ending, parts.trail)
        keeper = SessionKeeper(
            credentialMonitor: parts.credentialMonitor, ending: ending, live: parts.live, audit: parts.audit,
            clock: parts.clock,
            log: parts.log)
        let checks = FactorChecks(proofs: parts.proofs, sessions: parts.sessions, live: parts.live, trail: trail)
        signIn = SignInFeature(
            repositories: repositories, live: parts.live, composing: parts.composing, sessions: parts.sessions,
            identities: parts.identities, methods: parts.methods, attempts: parts.attempts, quotas: parts.quotas,
            policy: parts.policy, proofs: parts.proofs, checks: checks, resolver: parts.resolver,
            credentialMonitor: parts.credentialMonitor, ending: ending,
            keeper: keeper, trail: trail, log: parts.log)
        account = AccountFeature(
            repositories: repositories, live: parts.live, sessions: parts.sessions, identities: parts.identities,
            methods: parts.methods, attempts: parts.attempts, policy: parts.policy, proofs: parts.proofs,
            checks: checks, credentialMonitor: parts.credentialMonitor, ending: ending, keeper: keeper, signIn: signIn,
            trail: trail,
            log: parts.log)
        stepUp = StepUpFeature(
            sessions: parts.sessions, live: parts.live, methods: parts.methods, attempts: parts.attempts,
            proofs: parts.proofs, checks: checks, resolver: parts.resolver, credentialMonitor: parts.credentialMonitor,
            signIn: signIn,
            policy: parts.policy, trail: trail, log: parts.log)
        providers = ProviderFeature(
            methods: parts.methods, sessions: parts.sessions, policy: parts.policy, signIn: signIn, account: account,
            stepUp: stepUp, ending: ending, trail: trail, log: parts.log)
        administration = AdministrationFeature(
            sessions: parts.sessions, ending: ending, trail: trail, metrics: parts.metrics)
        assets = AssetsFeature(assets: parts.assets)
        avatars = AvatarFeature(repositories: repositories, pictures: parts.pictures, log: parts.log)
        bookmarks = BookmarksFeature(repositories: repositories)
        conversations = ConversationsFeature(
            repositories: repositories, live: parts.live, composing: parts.composing, pages: parts.pages)
        events = EventsFeature(
            live: parts.live, sessions: parts.sessions, watch: parts.watch, policy: parts.policy, log: parts.log,
            places: parts.streams, isGone: { await ending.isGone($0) })
        health = HealthFeature(repositories: repositories, sessions: parts.sessions, log: parts.log)
        people = PeopleFeature(repositories: repositories, accounts: parts.accounts)
        profile = ProfileFeature(repositories: repositories, accounts: parts.accounts, policy: parts.policy)
        search = SearchFeature(repositories: repositories)
        thread = ThreadFeature(
            repositories: repositories, live: parts.live, composing: parts.composing, pages: parts.pages,
            policy: parts.policy,
            asksSideBySide: parts.asksSideBySide, signIn: signIn, log: parts.log)
    }
}
