import Chat
import HTML

/// The elements that scripts copy on the page of a conversation: a message that is being sent, and the people who can be
/// mentioned.
struct ThreadTemplates: PrimitiveView {
    /// The size of the largest conversation whose page has all participants. In others a script asks for those whose
    /// name begins with what was typed.
    static let maximumParticipants = 50

    let say: Speaker
    let names: Names
    /// Whose members can be mentioned.
    let conversation: ConversationID
    /// `nil` if there are too many, and for a thread: all of its group can be mentioned, and follow it then.
    let participants: [User]?

    /// - Parameter viewer: is not offered as a mention.
    init(_ conversation: Conversation, viewer: UserID, _ names: Names, _ say: Speaker) {
        self.say = say
        self.names = names
        self.conversation = conversation.thread?.conversation ?? conversation.id
        let first = conversation.participants.lazy.filter(\.isActive).prefix(Self.maximumParticipants + 1).map(\.user)
        participants =
            first.count > Self.maximumParticipants || conversation.thread != nil
            ? nil : first.filter { $0.id != viewer }.sorted { ($0.name, $0.alias) < ($1.name, $1.alias) }
    }

    func write(to writer: inout HTMLWriter) {
        writer.write(Self.outgoing[say.language])
        guard let participants else {
            writer.write(markup: #"<template id="participants" data-from=""#)
            routes.members(conversation).text.write(to: &writer)
            return writer.write(markup: #""></template>"#)
        }
        writer.write(markup: #"<template id="participants">"#)
        for user in participants {
            let person = names.person(user)
            writer.write(markup: #"<div data-alias=""#)
            user.alias.write(to: &writer)
            writer.write(markup: #"">"#)
            Avatar(person: person).write(to: &writer)
            writer.write(markup: "<span>")
            person.name.write(to: &writer)
            writer.write(markup: #"</span><span class="muted">@"#)
            user.alias.write(to: &writer)
            writer.write(markup: "</span></div>")
        }
        writer.write(markup: "</template>")
    }

    /// A message that is being sent.
    private static let outgoing = LanguageFragments { say in
        template(.id("outgoing")) {
            article(.class("group mine outgoing")) {
                div(.class("bubbles")) {
                    div(.class("message")) {
                        div(.class("bubble")) { div(.class("plain"), .dir("auto")) }
                        div(.class("message-foot")) {
                            span(.class("state"), .role("status")) { say(ScriptWording.sending) }
                            span(.class("unsent"), .hidden()) {
                                button(.type("button"), .class("link retry")) { say(ScriptWording.retry) }
                                button(.type("button"), .class("link edit")) { say(ScriptWording.edit) }
                                button(.type("button"), .class("link discard")) { say(ScriptWording.discard) }
                            }
                        }
                    }
                }
            }
        }
    }
}
