import Accounts
import Chat
import HTML
import HTTP
import OpenID

extension SignInFeature {
    /// The page on which somebody who is known elsewhere says who they want to be here.
    func welcome(_ visit: Visit, _ back: Path?) throws -> Response {
        guard case .profileSetUp(let setUp) = visit.admission else {
            return .seeOther((visit.session == nil ? routes.signIn(returnTo: back) : routes.conversations.path).text)
        }
        return page(visit, WelcomePage(visit: visit, setUp: setUp, form: RegistrationForm(setUp.profile), back: back))
    }

    /// Makes the person, and signs them in.
    func setUp(_ visit: Visit) async throws -> Response {
        guard case .profileSetUp(let setUp) = visit.admission,
            let token = SessionCookie.token(visit.request, policy)
        else { throw Failure.signedOut }
        var journey = SignInJourney(visit.request.form)
        journey.isPersistent = setUp.isPersistent
        let form = RegistrationForm(visit.request.form)
        var welcome = WelcomePage(visit: visit, setUp: setUp, form: form, back: journey.back)
        do {
            if let user = try await resolver.user(of: Proof(.identity(setUp.identity), by: setUp.method)) {
                // Sent twice: the first time was enough.
                return try await admit(user, setUp, token, journey, visit)
            }
            let user = try await person(form, setUp, try sessions.proof(ofSetUp: token))
            try link(
                setUp.identity, to: user, setUp.method, label: setUp.profile.email ?? setUp.profile.name, visit)
            return try await admit(user, setUp, token, journey, visit)
        } catch let fault as RegistrationFault {
            welcome.fault = fault.wording
            return page(visit, welcome, fault.status)
        } catch let error as SignInError {
            trail.report(error, setUp.method, visit)
            try ending.end(.token(token))
            let page = SignInPage(
                visit: visit.signedOut, notice: .failed(SignInWording(error)), method: setUp.method, journey: journey)
            return await self.page(page, error)
        }
    }

    private func admit(
        _ user: User, _ setUp: ProfileSetUp, _ token: SessionToken, _ journey: SignInJourney, _ visit: Visit
    ) async throws -> Response {
        let kept = try sessions.proof(ofSetUp: token)
        let proof = kept ?? Proof(.identity(setUp.identity), by: setUp.method)
        return try await admit(user, proof, journey, visit, carriesOver: true)
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
    var fault: RegisterWording?

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
    /// What a provider says of somebody, as a proposal.
    fileprivate init(_ profile: Profile) {
        // What stands before the @ of a relay address is nobody's name.
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
