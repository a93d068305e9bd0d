import Accounts

/// Who may use a route. `Site` checks it before the handler runs.
enum RouteAccess: Sendable {
    case anyone
    case signedIn
    /// Who is not signed in gets the bare status, for nobody looks at a page there.
    case signedInElseStatus
    /// The handler turns away who is not signed in, and gives back what was typed.
    case signedInElseText
    /// Who has proven a short while ago who they are.
    case freshProof
    /// Signed in; for some of what may be asked for here, the handler wants a fresh proof.
    case freshProofForSome
    /// Who may do this on the whole site. Everybody else is told that there is no such page.
    case admin(Authorization.Action)
    case adminWithFreshProof(Authorization.Action)

    /// Whether what arrives here may ask for another proof first.
    var mayWantProof: Bool {
        switch self {
        case .freshProof, .freshProofForSome, .adminWithFreshProof: true
        case .anyone, .signedIn, .signedInElseStatus, .signedInElseText, .admin: false
        }
    }
}

/// Whose requests arrive at a route.
enum RouteSender: Sendable {
    /// Pages of this site: a change has to come from one.
    case ownPages
    /// Other sites and servers: what arrives proves itself by what it carries.
    case others
    /// Whoever knows any name of this machine: what a container engine or a load balancer asks, and what is public and
    /// the same for everybody.
    case everyHost
}

/// When a route exists.
enum RouteCondition: Sendable {
    case always
    /// In development.
    case development
    /// Where people may have factors beside their sign-in method.
    case factors
    /// Where passkeys are a sign-in method.
    case passkeySignIn
    /// For who has signed in with a password that can be changed here.
    case ownPassword
}
