import Bytes
import Accounts
import Chat
import HTML
import HTTP
import OpenID

/// Setting up a profile after signing in at a provider for the first time.
struct WelcomeFeature: Sendable {
    let signIn: SignInFeature
    let profiles: ProfileRegistration
    let resolver: AccountResolver
    let sessions: Sessions
    let ending: SessionEnding
    let policy: SitePolicy
    let trail: AuditTrail

    /// The page on which a person who signed in at a provider sets up a profile.
    func welcome(_ visit: Visit, _ back: Path?) throws -> Response {
        guard case .profileSetUp(let setUp) = visit.admission else {
            return .seeOther((visit.session == nil ? routes.signIn(returnTo: back) : routes.conversations.path).text)
        }
        return page(visit, WelcomePage(visit: visit, setUp: setUp, form: RegistrationForm(setUp.profile), back: back))
    }

    /// Registers the user, and signs them in.
    func setUp(_ visit: Visit) async throws -> Response {
        guard case .profileSetUp(let setUp) = visit.admission,
            let token = SessionCookie.token(visit.request, policy)
        else { throw Failure.signedOut }
        var context = SignInContext(visit.request.form)
        context.isPersistent = setUp.isPersistent
        let form = RegistrationForm(visit.request.form)
        var welcome = WelcomePage(visit: visit, setUp: setUp, form: form, back: context.back)
        do {
            if let user = try await resolver.user(of: Proof(.identity(setUp.identity), by: setUp.method)) {
                // The form was sent twice.
                return try await admit(user, setUp, token, context, visit)
            }
            let user = try await profiles.person(form, setUp, try sessions.proof(ofSetUp: token))
            try await profiles.link(
                setUp.identity, to: user, setUp.method, label: setUp.profile.email ?? setUp.profile.name, visit)
            return try await admit(user, setUp, token, context, visit)
        } catch let fault as RegistrationFault {
            welcome.fault = fault
            return page(visit, welcome, fault.status)
        } catch let error as SignInError {
            await trail.report(error, setUp.method, visit)
            try await ending.end(.token(token))
            let page = SignInPage(
                visit: visit.signedOut, notice: .failed(SignInWording.failure(error)), method: setUp.method,
                context: context)
            return await signIn.page(page, error)
        }
    }

    private func admit(
        _ user: User, _ setUp: ProfileSetUp, _ token: SessionToken, _ context: SignInContext, _ visit: Visit
    ) async throws -> Response {
        let kept = try await sessions.proof(ofSetUp: token)
        let proof = kept ?? Proof(.identity(setUp.identity), by: setUp.method)
        return try await signIn.admit(user, proof, context, visit, carriesOver: true)
    }

    private func page(_ visit: Visit, _ welcome: WelcomePage, _ status: Status = .ok) -> Response {
        Page(visit, title: visit.say(WelcomeWording.title)) { welcome }.response(status)
    }
}

/// The page of a profile that is being set up.
private struct WelcomePage: View {
    let visit: Visit
    let setUp: ProfileSetUp
    let form: RegistrationForm
    let back: Path?
    var fault: RegistrationFault?

    var body: some View {
        section(.class("sign-in")) {
            h1 { visit.say(WelcomeWording.title) }
            p { visit.say(WelcomeWording.explanation) }
            if let email = setUp.profile.email { p(.class("hint")) { visit.say(WelcomeWording.knownAs(email)) } }
            HTML.form(.method(.post), .action(routes.setUpProfile.url), .class("stack")) {
                if let back { input(.type("hidden"), .name("return"), .value(back.description)) }
                RegistrationFields(say: visit.say, form: form, fault: fault)
                button(.type("submit"), .class("button primary")) { visit.say(RegisterWording.submit) }
            }
            SignOutForm(say: visit.say)
        }
    }
}

extension RegistrationForm {
    /// A form filled with the profile of the provider.
    fileprivate init(_ profile: Profile) {
        // The local part of a relay address is random.
        let address = profile.isPrivateEmail ? nil : profile.email
        let alias =
            profile.preferredUserName ?? address.map {
                String(String.UnicodeScalarView($0.unicodeScalars.prefix { $0 != "@" }))
            } ?? ""
        self.init([
            "name": profile.name ?? "", "alias": Alias(alias.asciiLowercased)?.description ?? "",
            "picture": profile.pictureURL ?? "",
        ])
    }
}
