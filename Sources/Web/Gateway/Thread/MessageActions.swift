import Chat
import HTML

/// The actions on one message: a panel of forms and links, which work without scripts.
struct MessageActions: View {
    let say: Speaker
    let conversation: ConversationID
    let message: Message
    let isBookmarked: Bool
    /// `nil` where it can't be pinned.
    let isPinned: Bool?
    let canEdit: Bool
    /// Whether replies to it are in a thread.
    let hasThread: Bool
    let canDelete: Bool
    /// Whether its link has a preview that the viewer may remove.
    let canRemovePreview: Bool
    /// The names of those who have read it, and whether there may be more; `nil` where that is not told.
    let readers: (names: [String], isMore: Bool)?
    let viewer: UserID
    /// The permalink, with scheme and host.
    let link: String

    /// The reactions that need no emoji picker.
    static let quickEmoji = ["👍", "❤️", "😄", "🎉", "😮", "😢", "🙏", "👀", "✅", "☕️", "🌿", "🍵"]

    var body: some View {
        section(.class("card actions"), .id("actions"), .aria(.label, say(ThreadWording.actions))) {
            form(.method(.post), .action(url(routes.react)), .class("picker")) {
                h2 { say(ThreadWording.react) }
                div(.class("emoji-grid")) {
                    for emoji in Self.quickEmoji {
                        button(
                            .type("submit"), .name(isMine(emoji) ? "remove" : "add"), .value(emoji),
                            .class(isMine(emoji) ? "emoji own" : "emoji"),
                            .aria(.pressed, isMine(emoji) ? "true" : "false")
                        ) { emoji }
                    }
                }
            }
            div(.class("action-row")) {
                if hasThread {
                    form(.method(.post), .action(url(routes.openThread))) {
                        button(.type("submit"), .class("button quiet")) { say(RepliesWording.reply) }
                    }
                } else {
                    a(
                        .class("button quiet"),
                        .href(routes.thread(conversation, reply: message.id).url(at: "composer"))
                    ) { say(ThreadWording.reply) }
                }
                if canEdit {
                    a(.class("button quiet"), .href(url(routes.editPage))) { say(EditingWording.edit) }
                }
                form(.method(.post), .action(url(routes.bookmark))) {
                    button(
                        .type("submit"), .name("state"), .value(isBookmarked ? "off" : "on"), .class("button quiet")
                    ) { say(isBookmarked ? ThreadWording.removeBookmark : ThreadWording.bookmark) }
                }
                if let isPinned {
                    form(.method(.post), .action(url(routes.pin))) {
                        button(
                            .type("submit"), .name("state"), .value(isPinned ? "off" : "on"), .class("button quiet")
                        ) { say(isPinned ? PinsWording.unpin : PinsWording.pin) }
                    }
                }
                form(.method(.post), .action(url(routes.markUnread))) {
                    button(.type("submit"), .class("button quiet")) { say(ThreadWording.markUnread) }
                }
                if message.sender != nil {
                    a(.class("button quiet"), .href(routes.forwardPage(parameters).url)) {
                        say(ForwardingWording.forward)
                    }
                    if message.sender != viewer {
                        a(.class("button quiet"), .href(url(routes.reportPage))) { say(ReportWording.report) }
                    }
                }
            }
            if let readers { MessageReaderList(say: say, readers: readers) }
            if canRemovePreview {
                form(.method(.post), .action(url(routes.removePreview))) {
                    button(.type("submit"), .class("button quiet")) { say(ThreadWording.removePreview) }
                }
            }
            label(.for("permalink")) { say(ThreadWording.link) }
            input(.id("permalink"), .type("text"), .value(link), .readonly())
            if canDelete {
                details(.class("danger")) {
                    summary { say(ThreadWording.deleteQuestion) }
                    form(.method(.post), .action(url(routes.delete))) {
                        button(.type("submit"), .class("button dangerous")) { say(ThreadWording.delete) }
                    }
                }
            }
        }
    }

    private var parameters: MessageParameters {
        MessageParameters(of: message)
    }

    private func url(_ route: Route<MessageParameters>) -> SafeURL { route(parameters).url }

    private func isMine(_ emoji: String) -> Bool {
        message.reactions.contains { $0.user == viewer && $0.emoji == emoji }
    }
}

/// Who has read a message.
private struct MessageReaderList: View {
    let say: Speaker
    let readers: (names: [String], isMore: Bool)

    var body: some View {
        if readers.names.isEmpty {
            p(.class("muted")) { say(ReceiptsWording.nobody) }
        } else {
            details(.class("readers")) {
                summary { say(ReceiptsWording.read(by: readers.names.count, isMore: readers.isMore)) }
                ul { for name in readers.names { li { bdi { name } } } }
            }
        }
    }
}
