import Chat
import Accounts
import HTML
import HTTP

extension ProfileFeature {
    /// Shows what the server knows of the session; in development only.
    func sessionPage(_ visit: Visit) -> Response {
        Page(visit, title: visit.say(ProfileWording.sessionTitle), tab: .profile) {
            SessionPage(visit: visit)
        }.response()
    }
}

/// The page that shows the session; in development only.
struct SessionPage: View {
    let visit: Visit

    var body: some View {
        section(.class("card")) {
            h1 { visit.say(ProfileWording.sessionTitle) }
            dl {
                dt { visit.say(ProfileWording.sessionState) }
                if let session = visit.session {
                    dd { visit.say(ProfileWording.signedIn) }
                    dt { visit.say(ProfileWording.userID) }
                    dd(.class("code")) { session.user.description }
                    dt { visit.say(ProfileWording.name) }
                    dd { bdi { session.name } }
                    dt { visit.say(ProfileWording.alias) }
                    dd { session.alias }
                    dt { visit.say(ProfileWording.signedInAt) }
                    dd {
                        time(.datetime(session.signedInAt.iso8601)) { visit.time.full(session.signedInAt) }
                    }
                    dt { visit.say(ProfileWording.method) }
                    dd { visit.say(visit.allMethods.name(of: session.method)) }
                } else {
                    dd { visit.say(ProfileWording.notSignedIn) }
                }
            }
            if visit.session == nil {
                p { a(.class("button primary"), .href(routes.signIn().url)) { visit.say(SignInWording.submit) } }
            } else {
                SignOutForm(say: visit.say)
            }
        }
    }
}
