import Accounts
import Chat
import HTML
import HTTP

/// Invitations to groups, by a link.
struct InvitesFeature: Sendable {
    let repositories: Repositories
    let policy: SitePolicy

    /// The open invitations of a group, with a form to make one.
    func invites(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let access = try await enter(id, visit)
        let invites = try await access.invites()
        let origin = policy.origin(of: visit.request)?.description ?? ""
        return Page(visit, title: visit.say(InvitesWording.title), back: routes.members(id), conversation: id) {
            InvitesPage(
                say: visit.say, time: visit.time, conversation: id, invites: invites,
                names: Names(access.conversation, of: Set(invites.map(\.user)), visit.say), origin: origin)
        }.response()
    }

    func make(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let access = try await enter(id, visit)
        let form = visit.request.form
        guard let lifetime = form[InvitesPage.lifetime].flatMap(InvitesPage.Lifetime.init(rawValue:)),
            let uses = form[InvitesPage.uses], uses.isEmpty || Int(uses) != nil,
            let new = NewInvite(lifetime: lifetime.duration, maximumUses: Int(uses))
        else { throw Failure.badRequest }
        _ = try await access.invite(new)
        return .seeOther(routes.invites(id).text)
    }

    func revoke(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let access = try await repositories.enter(id, try visit.requireSession())
        guard let invite = visit.request.form[InvitesPage.invite].flatMap({ InviteID($0) }) else {
            throw Failure.badRequest
        }
        try await access.revoke(invite)
        return .seeOther(routes.invites(id).text)
    }

    /// Asks whether to join; leads on to the group where the person takes part already.
    func invitation(_ visit: Visit, _ invite: InviteID?) async throws -> Response {
        let session = try visit.requireSession()
        guard let invite, let group = try await group(invitedBy: invite, as: session.user) else { return over(visit) }
        let conversation = try await repositories.conversations.conversation(group.conversation, as: session.user)
        if conversation.activeParticipant(session.user) != nil {
            return .seeOther("\(routes.thread(group.conversation).text)#latest")
        }
        return Page(visit, title: visit.say(InvitesWording.invited), back: routes.conversations.path) {
            InvitationPage(say: visit.say, invite: invite, group: group)
        }.response()
    }

    func join(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let invite = visit.request.form[InvitesPage.invite].flatMap({ InviteID($0) }) else {
            throw Failure.badRequest
        }
        do throws(ChatError) {
            let joined = try await repositories.invites.join(by: invite, as: session.user)
            return .seeOther("\(routes.thread(joined).text)#latest")
        } catch {
            guard error.reason == .notFound else { throw error }
            return over(visit)
        }
    }

    private func enter(_ id: ConversationID, _ visit: Visit) async throws -> ConversationAccess {
        let access = try await repositories.enter(id, try visit.requireSession())
        guard access.mayInvite else { throw ChatError(.forbidden, during: "invite") }
        return access
    }

    /// `nil` where nobody may join by the invitation any more.
    private func group(invitedBy invite: InviteID, as user: UserID) async throws(ChatError) -> JoinableGroup? {
        do throws(ChatError) { return try await repositories.invites.group(invitedBy: invite, as: user) } catch {
            guard error.reason == .notFound else { throw error }
            return nil
        }
    }

    private func over(_ visit: Visit) -> Response {
        Page(visit, title: visit.say(InvitesWording.overTitle), back: routes.conversations.path) {
            section(.class("notice")) { p { visit.say(InvitesWording.over) } }
        }.response(.gone)
    }
}
