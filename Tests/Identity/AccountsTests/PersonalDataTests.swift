import Bytes
import Chat
import Testing

@testable import Accounts

struct PersonalDataTests {
    @Test func `what a person takes with them names the files of their messages`() {
        var message = Message(
            id: MessageID("00000000-0000-4000-8000-000000000001")!,
            conversation: ConversationID("00000000-0000-4000-8000-000000000002")!,
            content: .text(sender: .random(), text: "hello"), replyTo: nil, createdAt: Timestamp(milliseconds: 0),
            reactions: [])
        func written() -> String {
            var json = JSONWriter(capacity: 1)
            json.write(message)
            return String(decoding: json.bytes, as: UTF8.self)
        }
        let plain = written()
        #expect(!plain.contains("files"))
        message.attachments = [
            Chat.Attachment(
                id: FileID("00000000-0000-4000-8000-000000000003")!, name: FileName("縁側.png"),
                type: FileType("image/png")!, bytes: 5)
        ]
        let files = """
            "files":[{"id":"00000000-0000-4000-8000-000000000003","name":"縁側.png","type":"image/png","bytes":5}]}
            """
        #expect(written() == plain.dropLast() + "," + files)
    }
}
