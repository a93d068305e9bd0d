import Chat
import HTML

/// The options of a poll and their votes: each is a button that gives the viewer's vote or takes it back.
struct PollView: View {
    let poll: Poll
    let message: Message
    let names: Names
    /// `nil` for a viewer who has not reacted to the message and did not write it.
    let viewer: UserID?
    /// The page to return to after a vote.
    let back: Path?
    let say: Speaker

    var body: some View {
        let result = PollResult(poll, of: message)
        let isAuthor = viewer != nil && viewer == message.sender
        form(
            .method(.post),
            .action(routes.react(MessageParameters(of: message)).url), .class("poll")
        ) {
            if let back { input(.type("hidden"), .name("return"), .value(back.text)) }
            for option in poll.options.indices {
                PollOption(
                    text: poll.options[option], emoji: Poll.emoji(of: option).description,
                    voters: result.votes[option], people: result.people, isOver: result.isOver, names: names,
                    viewer: viewer)
            }
            p(.class("muted")) {
                say(PollWording.state(result.people, isOver: result.isOver, allowsSeveral: poll.allowsSeveral))
                if isAuthor {
                    " "
                    button(
                        .type("submit"), .name(result.isOver ? "remove" : "add"), .value(Poll.end.description),
                        .class("link")
                    ) { say(result.isOver ? PollWording.goOn : PollWording.end) }
                }
            }
        }
    }
}

private struct PollOption: View {
    let text: String
    let emoji: String
    let voters: [UserID]
    let people: Int
    let isOver: Bool
    let names: Names
    let viewer: UserID?

    var body: some View {
        let isOwn = viewer.map { voters.contains($0) } ?? false
        button(
            .type("submit"), .name(isOwn ? "remove" : "add"), .value(emoji),
            .class(isOwn ? "reaction option own" : "reaction option"), .title(title),
            .aria(.pressed, isOwn ? "true" : "false"), .disabled(isOver)
        ) {
            bdi { text }
            span { String(voters.count) }
            progress(.value(voters.count), .max(Swift.max(people, 1)), .aria(.hidden, "true"))
        }
    }

    /// Who has voted for it.
    private var title: String {
        let first = voters.prefix(ReactionCount.maximumNames).map { names[$0].name }.joined(separator: ", ")
        return voters.count > ReactionCount.maximumNames ? first + ", …" : first
    }
}

extension Poll {
    /// What stands above the options.
    var heading: String { "📊 \(question)" }

    /// Whether a reaction is shown by `PollView`.
    func shows(_ reaction: Reaction, of message: Message) -> Bool {
        option(of: reaction.emoji) != nil
            || (reaction.user == message.sender && reaction.hasEmoji(Poll.end.description))
    }
}

extension Message {
    /// The poll that it is.
    var poll: Poll? { text.flatMap { Poll(text: $0) } }

    /// What is shown as its text.
    var shownText: String { poll?.heading ?? text ?? "" }
}
