import Chat
import HTML

/// Where files are chosen for a message. Without scripts it is the browser's own field; a script makes a button of it.
struct FileField: View {
    let say: Speaker
    let limits: FileLimits

    var body: some View {
        label(.class("attach")) {
            span(.class("unseen")) {
                say(FileWording.attach(files: FileLimits.filesOfMessage, bytes: say.size(limits.bytesOfFile)))
            }
            input(.type("file"), .name("file"), .multiple())
        }
    }
}

/// The files that were kept for a message that was not sent: each is sent with it unless its box is emptied.
struct KeptFiles: View {
    let say: Speaker
    let attachments: [Attachment]

    var body: some View {
        ul(.class("attached"), .aria(.label, say(FileWording.chosen))) {
            for attachment in attachments {
                li {
                    label {
                        input(
                            .type("checkbox"), .name("file"), .value(attachment.id.description), .checked(true))
                        bdi { attachment.name.description }
                    }
                    span(.class("muted")) { say.size(attachment.bytes) }
                }
            }
        }
    }
}
