import Chat
import HTML

/// What scripts take copies of in a conversation: a bubble for what is on its way, and who can be mentioned.
struct ThreadTemplates: View {
    let say: Speaker
    let participants: [Mentionable]

    /// Somebody who can be mentioned.
    struct Mentionable {
        let person: Person
        let alias: String
    }

    var body: some View {
        template(.id("outgoing")) {
            article(.class("group mine outgoing")) {
                div(.class("bubbles")) {
                    div(.class("message")) {
                        div(.class("bubble")) { div(.class("plain"), .dir("auto")) }
                        div(.class("message-foot")) {
                            span(.class("state"), .role("status")) { say(ScriptWording.sending) }
                            button(.type("button"), .class("link retry"), .hidden()) { say(ScriptWording.retry) }
                        }
                    }
                }
            }
        }
        template(.id("participants")) {
            for participant in participants {
                div(.data("data-alias", participant.alias)) {
                    Avatar(person: participant.person)
                    span { participant.person.name }
                    span(.class("muted")) { "@\(participant.alias)" }
                }
            }
        }
    }
}

extension ThreadTemplates {
    /// - Parameter viewer: who writes, and so is not offered.
    init(_ conversation: Conversation, viewer: UserID, _ say: Speaker) {
        self.say = say
        participants = conversation.activeParticipants.map(\.user).filter { $0.id != viewer }
            .sorted { ($0.name, $0.alias) < ($1.name, $1.alias) }
            .map { Mentionable(person: Person($0), alias: $0.alias) }
    }
}
