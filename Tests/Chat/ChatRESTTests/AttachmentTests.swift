import Bytes
import Chat
import Testing

@testable import ChatBackend
@testable import ChatREST

/// The files of messages over REST.
struct AttachmentTests {
    private let plain = Message(
        id: .random(), conversation: .random(), content: .text(sender: .random(), text: ""), replyTo: nil,
        createdAt: Timestamp(milliseconds: 1_795_256_906_598), reactions: [])

    private func written(_ message: Message) -> [UInt8] {
        var writer = JSONWriter(capacity: 1)
        message.write(to: &writer)
        return writer.bytes
    }

    private func read(_ bytes: [UInt8]) throws -> Message {
        try JSONReader.read(bytes) { (json) throws(JSONReader.Stop) in try Message(from: &json) }
    }

    @Test func `the files of a message are read as they were written`() throws {
        var message = plain
        message.attachments = [
            Chat.Attachment(
                id: .random(), name: FileName("縁側 \"1\".png"), type: try #require(FileType("image/png")),
                bytes: 1 << 40,
                picture: PictureShape(width: 3, height: PictureShape.maximumSide)),
            Chat.Attachment(id: .random(), name: FileName("empty"), type: .unknown, bytes: 0),
        ]
        #expect(try read(written(message)) == message)
    }

    @Test func `a message without files says nothing of files`() throws {
        let text = String(decoding: written(plain), as: UTF8.self)
        #expect(!text.contains("attachments"))
        #expect(try read(Array(text.utf8)) == plain)
        #expect(try read(Array(text.replacing("{\"conv", with: "{\"attachments\":null,\"conv").utf8)) == plain)
    }

    @Test(arguments: [-1, 0.5, 1e300])
    func `a size that is no whole number of bytes is refused`(size: Double) throws {
        let file = #"{"bytes":\#(size),"id":"\#(FileID.random())","name":"a","type":"a/b"}"#
        let text = String(decoding: written(plain), as: UTF8.self)
            .replacing("{\"conv", with: "{\"attachments\":[\(file)],\"conv")
        #expect(throws: (any Error).self) { try read(Array(text.utf8)) }
    }
}
