import Accounts

/// Who may use a route. `Site` checks it before the handler runs.
enum RouteAccess: Sendable {
    case anyone
    case signedIn
    /// Signed in; otherwise the response is 401 without a page, because the client is not a page load.
    case signedInElseStatus
    /// Signed in; otherwise the handler answers, so that it can preserve the submitted text.
    case signedInElseText
    /// Signed in, and re-authenticated recently (`FactorPolicy.proofLifetime`).
    case freshProof
    /// Signed in; for some requests the handler also requires a recent authentication.
    case freshProofForSome
    /// Authorized for this action on the whole site; for everyone else the response is 404.
    case admin(Authorization.Action)
    case adminWithFreshProof(Authorization.Action)

    /// Whether a request may be interrupted by re-authentication.
    var mayWantProof: Bool {
        switch self {
        case .freshProof, .freshProofForSome, .adminWithFreshProof: true
        case .anyone, .signedIn, .signedInElseStatus, .signedInElseText, .admin: false
        }
    }
}

/// Where the requests to a route come from.
enum RouteSender: Sendable {
    /// Pages of this site: a change is refused if it comes from another origin.
    case ownPages
    /// Other sites and servers: a request is authenticated by its content.
    case others
    /// Clients that use any host name of this machine, such as container engines and load balancers; and public data that
    /// is the same for everyone.
    case everyHost
}

/// When a route exists.
enum RouteCondition: Sendable {
    case always
    /// Only in development mode.
    case development
    /// If the site has factors in addition to sign-in methods.
    case factors
    /// If passkeys are a sign-in method.
    case passkeySignIn
    /// If the user signed in with a password that can be changed here.
    case ownPassword
    /// If the people are stored in this process, so that the site manages them.
    case people
    /// If the site was started without people.
    case firstAdmin
    /// If messages may have files.
    case files
    /// If links have previews.
    case linkPreviews
    /// If messages can be edited.
    case editing
    /// If messages can be pinned.
    case pins
    /// If groups can be administered.
    case groups
    /// If people can be invited to groups.
    case invites
    /// If groups can be open to everybody.
    case openGroups
    /// If replies may be in threads.
    case threads
    /// If people choose pictures for themselves and for groups.
    case pictures
    /// If it is told how far others have read.
    case receipts
}
