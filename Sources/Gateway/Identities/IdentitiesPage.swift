import Accounts
import Chat
import HTML

/// By what one can come in: what is linked, and what can be.
struct IdentitiesPage: View {
    /// What was done just before.
    enum Notice: String {
        case linked
        case unlinked
        case proven
    }

    /// What the page says above all else.
    enum Line {
        case done(IdentitiesWording)
        case fault(IdentitiesWording)
        case failed(SignInWording)

        init(_ notice: Notice) {
            switch notice {
            case .linked: self = .done(.linked)
            case .unlinked: self = .done(.unlinked)
            case .proven: self = .done(.proven)
            }
        }
    }

    let visit: Visit
    let session: Session
    let links: [(link: Identities.Link, mayUnlink: Bool)]
    /// Whether the person has proven who they are a short while ago.
    let isFresh: Bool
    var notice: Line?

    var body: some View {
        LineView(visit: visit, line: notice)
        if links.isEmpty {
            p(.class("muted")) { visit.say(IdentitiesWording.nothingLinked) }
        } else {
            ul(.class("people sessions")) {
                for item in links {
                    li(.class("person")) {
                        div(.class("person-text")) {
                            h2 { visit.say(MethodName(item.link.method, visit.parts.methods)) }
                            if let label = item.link.label { p(.class("muted")) { bdi { label } } }
                            p(.class("muted")) {
                                visit.say(IdentitiesWording.since(visit.time.date(item.link.linkedAt)))
                            }
                        }
                        if isFresh, item.mayUnlink { UnlinkForm(visit: visit, link: item.link) }
                    }
                }
            }
        }
        if isFresh {
            section(.class("card")) {
                for provider in visit.parts.methods.providers {
                    form(.method(.post), .action(Path.identities.url)) {
                        button(
                            .type("submit"), .name("link"), .value(provider.id.description), .class("button wide")
                        ) { visit.say(IdentitiesWording.link(provider.brand)) }
                    }
                }
            }
        } else {
            ProofForm(visit: visit, session: session)
        }
    }
}

private struct LineView: View {
    let visit: Visit
    let line: IdentitiesPage.Line?

    var body: some View {
        switch line {
        case .done(let wording): p(.class("hint"), .role("status")) { visit.say(wording) }
        case .fault(let wording): p(.class("fault"), .role("alert")) { visit.say(wording) }
        case .failed(let wording): p(.class("fault"), .role("alert")) { visit.say(wording) }
        case nil: EmptyView()
        }
    }
}

private struct UnlinkForm: View {
    let visit: Visit
    let link: Identities.Link

    var body: some View {
        let name = visit.say(MethodName(link.method, visit.parts.methods))
        details(.class("removal")) {
            summary { visit.say(IdentitiesWording.unlink) }
            form(.method(.post), .action(Path.identities.url)) {
                button(.type("submit"), .name("unlink"), .value(link.identity.key), .class("button dangerous")) {
                    visit.say(IdentitiesWording.unlinkButton(name))
                }
            }
        }
    }
}

/// Asks once more who one is, by the session's own way in.
private struct ProofForm: View {
    let visit: Visit
    let session: Session

    var body: some View {
        form(.method(.post), .action(Path.identities.url), .class("card stack")) {
            p { visit.say(IdentitiesWording.proveFirst) }
            input(.type("hidden"), .name("prove"), .value("on"))
            input(.type("hidden"), .name("method"), .value(session.method.description))
            if let provider = visit.parts.methods.provider(session.method) {
                button(.type("submit"), .class("button primary")) {
                    visit.say(SignInWording.signInWith(provider.brand))
                }
            } else {
                label(.for("user")) { visit.say(nameLabel) }
                input(
                    .id("user"), .name("user"), .type("text"), .required(), .autocomplete("username"),
                    .autocapitalize("none"), .spellcheck(false), .maxlength(SignInForm.maximumEmailCharacters))
                if session.method != .userID {
                    label(.for("password")) { visit.say(SignInWording.passwordField) }
                    input(
                        .id("password"), .name("password"), .type("password"), .required(),
                        .autocomplete("current-password"))
                }
                button(.type("submit"), .class("button primary")) { visit.say(IdentitiesWording.prove) }
            }
        }
    }

    private var nameLabel: SignInWording {
        switch visit.parts.methods.password(session.method)?.nameKind {
        case nil: .field
        case .email: .emailField
        case .userName: .userNameField
        }
    }
}
