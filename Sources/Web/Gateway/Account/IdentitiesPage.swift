import Accounts
import Chat
import HTML

/// By what one can come in: what is linked, and what can be.
struct IdentitiesPage: View {
    /// What was done just before.
    enum Notice: String {
        case linked
        case unlinked
    }

    /// What the page says above all else.
    enum Line {
        case done(Sentence)
        case fault(Sentence)

        init(_ notice: Notice) {
            switch notice {
            case .linked: self = .done(IdentitiesWording.linked)
            case .unlinked: self = .done(IdentitiesWording.unlinked)
            }
        }
    }

    let visit: Visit
    let links: [(link: Identities.Link, mayUnlink: Bool)]
    var notice: Line?

    var body: some View {
        LineView(visit: visit, line: notice)
        if links.isEmpty {
            p(.class("muted")) { visit.say(IdentitiesWording.nothingLinked) }
            // The first admin, of whom the provider knows nothing yet.
            if let session = visit.session, session.identity == nil, visit.allMethods.provider(session.method) != nil {
                p(.class("hint")) { visit.say(IdentitiesWording.linkNow) }
            }
        } else {
            ul(.class("people sessions")) {
                for item in links {
                    li(.class("person")) {
                        div(.class("person-text")) {
                            h2 { visit.say(visit.allMethods.name(of: item.link.method)) }
                            if let label = item.link.label { p(.class("muted")) { bdi { label } } }
                            p(.class("muted")) {
                                visit.say(IdentitiesWording.since(visit.time.date(item.link.linkedAt)))
                            }
                        }
                        if item.mayUnlink { UnlinkForm(visit: visit, link: item.link) }
                    }
                }
            }
        }
        if !visit.allMethods.providers.isEmpty {
            section(.class("card")) {
                for provider in visit.allMethods.providers {
                    form(.method(.post), .action(routes.changeIdentities.url)) {
                        button(
                            .type("submit"), .name("link"), .value(provider.id.description), .class("button wide")
                        ) { visit.say(IdentitiesWording.link(provider.brand)) }
                    }
                }
            }
        }
        // After a change of sign-in methods, other sessions may have to be ended (OWASP ASVS 5.0 V7.4.3).
        p { a(.href(routes.sessions.url)) { visit.say(SessionsWording.link) } }
    }
}

private struct LineView: View {
    let visit: Visit
    let line: IdentitiesPage.Line?

    var body: some View {
        switch line {
        case .done(let wording): p(.class("hint"), .role("status")) { visit.say(wording) }
        case .fault(let wording): p(.class("fault"), .role("alert")) { visit.say(wording) }
        case nil: EmptyView()
        }
    }
}

private struct UnlinkForm: View {
    let visit: Visit
    let link: Identities.Link

    var body: some View {
        let name = visit.say(visit.allMethods.name(of: link.method))
        details(.class("removal")) {
            summary { visit.say(IdentitiesWording.unlink) }
            form(.method(.post), .action(routes.changeIdentities.url)) {
                button(.type("submit"), .name("unlink"), .value(link.identity.key), .class("button dangerous")) {
                    visit.say(IdentitiesWording.unlinkButton(name))
                }
            }
        }
    }
}
