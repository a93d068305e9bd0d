import Chat
import HTML

/// The files of a conversation, newest first: pictures side by side, and a list of all others.
struct FilesPage: View {
    let visit: Visit
    let conversation: Conversation
    let files: [SentFile]
    let older: Path?

    private var pictures: [SentFile] { files.filter { $0.attachment.picture != nil } }
    private var others: [SentFile] { files.filter { $0.attachment.picture == nil } }

    var body: some View {
        if files.isEmpty { p(.class("muted"), .role("status")) { visit.say(FileWording.none) } }
        if !pictures.isEmpty {
            div(.class("files gallery")) { for file in pictures { PictureLink(attachment: file.attachment) } }
        }
        if !others.isEmpty {
            let names = Names(conversation, of: Set(others.map(\.sender)), visit.say)
            ul(.class("file-list")) {
                for file in others {
                    li {
                        FileRow(attachment: file.attachment, say: visit.say)
                        if let message = file.message {
                            a(
                                .class("muted"),
                                .href(routes.message(conversation.id, message, at: file.sentAt).url(at: "m-\(message)"))
                            ) {
                                bdi { names[file.sender].name }
                                " "
                                time(.datetime(file.sentAt.iso8601)) { visit.time.short(file.sentAt) }
                            }
                        }
                    }
                }
            }
        }
        if let older { a(.class("older"), .href(older.url)) { visit.say(FileWording.older) } }
    }
}
