import Chat
import HTML
import HTTP

extension PeopleFeature {
    /// What a group is about; for its admins with forms.
    func group(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let access = try await enterGroup(id, visit)
        return page(visit, access, GroupForm(access.conversation))
    }

    /// Changes what is different in the form from what it showed: two admins who change different things at the same time
    /// don't undo each other's changes.
    func changeGroup(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let access = try await enterGroup(id, visit)
        guard access.mayAdminister else { throw ChatError(.forbidden, during: "changeGroup") }
        var form = GroupForm(visit.request.form)
        guard let edit = form.edit() else { return page(visit, access, form) }
        do throws(ChatError) { try await access.change(edit) } catch {
            guard error.reason == .limitReached(.openGroups) else { throw error }
            form.refuseOpening()
            return page(visit, access, form)
        }
        return .seeOther(routes.members(id).text)
    }

    /// Makes a member an admin, or an admin a member.
    func setRole(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let access = try await enterGroup(id, visit)
        let form = visit.request.form
        guard let person = form["user"].flatMap({ UserID($0) }), let role = form["role"].flatMap(Role.init(rawValue:))
        else { throw Failure.badRequest }
        try await access.set(role, of: person)
        return .seeOther(routes.members(id).text)
    }

    private func enterGroup(_ id: ConversationID, _ visit: Visit) async throws -> ConversationAccess {
        let access = try await repositories.enter(id, try visit.requireSession())
        guard access.conversation.isGroup else { throw Failure.notFound }
        return access
    }

    private func page(_ visit: Visit, _ access: ConversationAccess, _ form: GroupForm) -> Response {
        let conversation = access.conversation
        let title = visit.say(access.mayAdminister ? GroupWording.title : GroupWording.about)
        return Page(visit, title: title, back: routes.members(conversation.id), conversation: conversation.id) {
            if access.mayAdminister {
                GroupSettingsPage(
                    say: visit.say, conversation: conversation.id, form: form,
                    hasOpenGroups: repositories.openGroups.isThere, hasThreads: repositories.threads.isThere)
            } else {
                GroupPage(say: visit.say, conversation: conversation)
            }
        }.response(form.fault == nil ? .ok : .unprocessableContent)
    }
}
