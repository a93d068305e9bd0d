import Chat
import Foundation
import Testing

struct FileNameTests {
    @Test(arguments: [
        ("report.pdf", "report.pdf"), ("写真 1.JPG", "写真 1.JPG"), ("/etc/passwd", "passwd"),
        ("C:\\Documents\\plan.txt", "plan.txt"), ("../../x", "x"), ("folder/", "folder"), ("  notes  ", "notes"),
        ("a\u{0}b\nc\u{7F}.txt", "abc.txt"), ("a\u{2028}b", "ab"), ("invoice\u{202E}fdp.exe", "invoicefdp.exe"),
        ("\u{200F}\u{2066}a\u{2069}", "a"), ("👩\u{200D}💻.png", "👩\u{200D}💻.png"), (".profile", ".profile"),
        ("", "file"), ("..", "file"), (".", "file"), ("/", "file"), (" \u{3000}\t", "file"), ("\u{202E}", "file"),
        ("a/..", "file"),
    ])
    func `a name is made of any text`(text: String, name: String) {
        #expect(FileName(text).description == name)
    }

    @Test func `a long name is cut before its extension`() {
        let name = FileName(String(repeating: "縁", count: 100) + ".docx").description
        #expect(name == String(repeating: "縁", count: 65) + ".docx")
        #expect(name.utf8.count == FileName.maximumBytes)
    }

    @Test func `a long name is cut at its end where its extension is long, or there is none`() {
        for text in [String(repeating: "x", count: 300), "x." + String(repeating: "y", count: 300)] {
            #expect(FileName(text).description == text.prefix(FileName.maximumBytes))
        }
    }

    @Test func `a name of one long character is cut within it`() {
        let name = FileName("e" + String(repeating: "\u{301}", count: 500)).description
        #expect(name.utf8.count == FileName.maximumBytes - 1)
        #expect(name.unicodeScalars.first == "e")
    }

    @Test(arguments: [
        ("a.TXT", "txt"), ("a.tar.gz", "gz"), ("a", ""), (".profile", ""), ("a.", ""),
    ])
    func `the extension is what follows the last dot`(name: String, found: String) {
        #expect(FileName(name).pathExtension == found)
    }
}

struct FileTypeTests {
    @Test(arguments: ["image/png", "application/vnd.oasis.opendocument.text", "image/svg+xml", "x/y!#$&-^_.+"])
    func `a media type is two names around a slash`(text: String) {
        #expect(FileType(text)?.description == text)
    }

    @Test func `a media type is written in lower case, and has a family`() {
        #expect(FileType("Image/PNG")?.description == "image/png")
        #expect(FileType("Image/PNG")?.family == "image")
    }

    @Test(arguments: [
        "", "image", "/", "image/", "/png", "image/png/x", "image/png; charset=utf-8", "image /png", "-/x",
        "image/\u{E9}",
        "a/" + String(repeating: "b", count: 126),
    ])
    func `anything else is none`(text: String) {
        #expect(FileType(text) == nil)
    }
}

struct PictureShapeTests {
    @Test func `a side has 1 to the most pixels, and a first look that is too long is left out`() {
        #expect(PictureShape(width: 0, height: 1) == nil)
        #expect(PictureShape(width: 1, height: PictureShape.maximumSide + 1) == nil)
        let bytes = [UInt8](repeating: 1, count: PictureShape.maximumFirstLook)
        #expect(PictureShape(width: 1, height: PictureShape.maximumSide, firstLook: bytes)?.firstLook == bytes)
        #expect(PictureShape(width: 1, height: 1, firstLook: bytes + [1])?.firstLook == [])
    }
}

struct MessageWithFilesTests {
    private let conversation = ConversationID.random()
    private let sender = UserID.random()

    private func new(_ text: MessageText, _ files: [FileID]) -> NewMessage {
        NewMessage(conversation: conversation, sender: sender, text: text, files: files)
    }

    @Test func `a text beside files may be blank, and not too long`() throws {
        #expect(try MessageText(besideFiles: " \n") == MessageText.none)
        #expect(try MessageText(besideFiles: "").description == "")
        #expect(try MessageText(besideFiles: "hello\r\n").description == "hello\n")
        let long = String(repeating: "x", count: MessageText.maximumCharacters + 1)
        #expect(throws: MessageText.Fault.tooLong(characters: long.count)) { try MessageText(besideFiles: long) }
        #expect(throws: MessageText.Fault.blank) { try MessageText("") }
    }

    @Test func `a message needs a text or files, each once and not too many`() throws {
        let text = try MessageText("hello")
        let files = (0...FileLimits.filesOfMessage).map { _ in FileID.random() }
        #expect(new(text, []).isComplete)
        #expect(new(.none, [files[0]]).isComplete)
        #expect(new(text, Array(files.dropLast())).isComplete)
        #expect(!new(.none, []).isComplete)
        #expect(!new(text, files).isComplete)
        #expect(!new(text, [files[0], files[0]]).isComplete)
    }

    @Test
    func `a message is the same after it was written and read, and without files as versions wrote it that knew none`()
        throws
    {
        let attachment = Chat.Attachment(
            id: .random(), name: FileName("縁側.png"), type: try #require(FileType("image/png")), bytes: 12,
            picture: PictureShape(width: 3, height: 4, firstLook: [1, 2]))
        let plain = Message(
            id: .random(), conversation: conversation, content: .text(sender: sender, text: "hello"), replyTo: nil,
            createdAt: Timestamp(milliseconds: 5), reactions: [])
        var withFiles = plain
        withFiles.attachments = [attachment]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for message in [plain, withFiles] {
            #expect(try JSONDecoder().decode(Message.self, from: encoder.encode(message)) == message)
        }
        let stored = """
            {"content":{"text":{"sender":"\(sender)","text":"hello"}},"conversation":"\(conversation)","createdAt":5,\
            "id":"\(plain.id)","reactions":[]}
            """
        #expect(String(decoding: try encoder.encode(plain), as: UTF8.self) == stored)
        #expect(try JSONDecoder().decode(Message.self, from: Data(stored.utf8)) == plain)
    }
}
