import Accounts
import Chat
import HTML
import HTTP

/// People, and who takes part in a conversation.
struct PeopleFeature: Sendable {
    let repositories: Repositories
    let accounts: AccountRegister

    /// Somebody's profile.
    func person(_ visit: Visit, _ id: UserID) async throws -> Response {
        let session = try visit.requireSession()
        if id == session.user { return .seeOther(routes.profile.text) }
        let user = try await repositories.users.user(id)
        return Page(visit, title: user.name, back: routes.conversations.path) {
            section(.class("card profile")) {
                Avatar(person: Person(user))
                h2 { user.name }
                dl {
                    dt { visit.say(ProfileWording.alias) }
                    dd { user.alias }
                    dt { visit.say(ProfileWording.since) }
                    dd { time(.datetime(user.createdAt.iso8601)) { visit.time.date(user.createdAt) } }
                }
                form(.method(.post), .action(routes.createConversation.url)) {
                    input(.type("hidden"), .name("kind"), .value("direct"))
                    input(.type("hidden"), .name("people"), .value(user.id.description))
                    button(.type("submit"), .class("button primary")) { visit.say(PeopleWording.sendMessage) }
                }
            }
        }.response()
    }

    func newConversationPage(
        _ visit: Visit, fault: PeopleWording? = nil, form: Form = [:], status: Status = .ok
    ) async throws -> Response {
        let session = try visit.requireSession()
        let people = try await Acquaintances(repositories).of(session.user)
        let chosen = Set(form.values(of: "people"))
        return Page(visit, title: visit.say(PeopleWording.newConversation), back: routes.conversations.path) {
            NewConversationPage(
                say: visit.say, people: people, chosen: chosen, name: form["name"] ?? "",
                isDirect: form["kind"] != "group", fault: fault)
        }.response(status)
    }

    /// Begins a conversation; a direct one that there is already is opened instead.
    func createConversation(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        let people = form.values(of: "people").compactMap { UserID($0) }.filter { $0 != session.user }
        let start = ConversationStart(repositories)
        let id: ConversationID
        if form["kind"] == "group" {
            guard let name = DisplayName(form["name"] ?? "") else {
                return try await newConversationPage(
                    visit, fault: .nameMissing, form: form, status: .unprocessableContent)
            }
            guard !people.isEmpty else {
                return try await newConversationPage(
                    visit, fault: .nobodyChosen, form: form, status: .unprocessableContent)
            }
            id = try await start.group(named: name, with: people, as: session.user)
        } else {
            guard let person = people.first, people.count == 1 else {
                return try await newConversationPage(
                    visit, fault: people.isEmpty ? .nobodyChosen : .onlyOne, form: form,
                    status: .unprocessableContent)
            }
            id = try await start.direct(with: person, as: session.user)
        }
        return .seeOther("\(routes.thread(id).text)#latest")
    }
}
