import Chat
import HTML
import HTTP

/// Who has read a message, for its author.
struct ReadersPage: View {
    let say: Speaker
    let message: Message
    /// Those who read furthest come first.
    let people: [User]
    /// Whether there may be more.
    let isMore: Bool

    var body: some View {
        if people.isEmpty {
            p(.class("muted")) { say(ReceiptsWording.nobody) }
        } else {
            h2 { say(ReceiptsWording.read(by: people.count, isMore: isMore)) }
            ul(.class("people")) {
                for user in people {
                    li {
                        a(.class("person"), .href(routes.person(user.id).url)) { PersonLine(user: user) }
                    }
                }
            }
        }
        p(.class("muted")) { say(ReceiptsWording.someHide) }
        a(.class("button quiet"), .href(SafeURL.message(message))) { say(ThreadWording.toPlace) }
    }
}

extension ThreadFeature {
    /// Who has read one of the person's own messages.
    func readers(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message) = try await find(visit, parameters)
        guard message.sender == access.participant.user.id else { throw Failure.notFound }
        let readers = MessageReaders(of: message, among: try await access.readers() ?? [])
        let members = access.conversation.activeParticipants.map(\.user)
        return Page(
            visit, title: visit.say(ReceiptsWording.readers), back: routes.thread(parameters.conversation),
            conversation: parameters.conversation
        ) {
            ReadersPage(
                say: visit.say, message: message,
                people: readers.users.compactMap { id in members.first { $0.id == id } }, isMore: readers.isMore)
        }.response(.ok)
    }
}
