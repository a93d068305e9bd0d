import Chat
import HTML

/// The messages that mention the viewer, newest first.
struct MentionsPage: View {
    /// Which messages were looked at.
    enum Coverage {
        case everything
        /// As many of the newest as one search finds.
        case newest
        /// Those that were read before.
        case cached
    }

    let visit: Visit
    let found: [(message: Message, conversation: Conversation)]
    let coverage: Coverage
    let links: MessageLinks?

    var body: some View {
        h1(.class("page-title")) { visit.say(MentionsWording.title) }
        if found.isEmpty {
            EmptyNotice(sentence: visit.say(MentionsWording.empty), advice: visit.say(MentionsWording.emptyNext))
        } else if let links {
            section(.class("findings")) {
                ul(.class("conversations")) {
                    for one in found { li { links.link(to: one.message, in: one.conversation) } }
                }
            }
        }
        if let hint { p(.class("hint")) { visit.say(hint) } }
    }

    private var hint: Sentence? {
        switch coverage {
        case .everything: nil
        case .newest: MentionsWording.newest
        case .cached: MentionsWording.cached
        }
    }
}
