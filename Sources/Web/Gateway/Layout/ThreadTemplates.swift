import Chat
import HTML

/// What scripts take copies of in a conversation: a bubble for what is on its way, and who can be mentioned.
struct ThreadTemplates: PrimitiveView {
    let say: Speaker
    let participants: [Mentionable]

    /// Somebody who can be mentioned.
    struct Mentionable {
        let person: Person
        let alias: String
    }

    /// The same in every conversation, so written once for each language.
    private static let outgoing = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0, Outgoing(say: Speaker(language: $0)).bytes) })

    func write(to writer: inout HTMLWriter) {
        if let outgoing = Self.outgoing[say.language] { writer.write(RawHTML(trusted: outgoing)) }
        writer.write(markup: #"<template id="participants">"#)
        for participant in participants {
            writer.write(markup: #"<div data-alias=""#)
            participant.alias.write(to: &writer)
            writer.write(markup: #"">"#)
            Avatar(person: participant.person).write(to: &writer)
            writer.write(markup: "<span>")
            participant.person.name.write(to: &writer)
            writer.write(markup: #"</span><span class="muted">@"#)
            participant.alias.write(to: &writer)
            writer.write(markup: "</span></div>")
        }
        writer.write(markup: "</template>")
    }
}

/// A message on its way.
private struct Outgoing: View {
    let say: Speaker

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
