import Chat
import Cryptography
import Foundation
import HTML
import HTTP
import Testing

@testable import Gateway

/// How files are named, measured and shown.
@Suite struct FilesTests {
    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_234, "1.2 kB"), (9_950, "10 kB"), (12_345, "12 kB"),
            (999_999, "1.0 MB"), (104_857_600, "105 MB"), (5_368_709_120, "5.4 GB"),
        ] as [(Int64, String)])
    func `a size has two digits at least and the unit that fits`(bytes: Int64, text: String) {
        #expect(Speaker(language: .english).size(bytes) == text)
    }

    @Test func `a name stands in the header in ASCII, and encoded`() {
        let field = ContentDisposition(FileName("夕焼け \"1\".png"), isShown: false).field
        #expect(
            field
                == "attachment; filename=\"___ _1_.png\"; filename*=UTF-8''%E5%A4%95%E7%84%BC%E3%81%91%20%221%22.png")
        #expect(ContentDisposition(FileName("a.png"), isShown: true).field.hasPrefix("inline;"))
    }

    @Test func `no name ends a header or begins another parameter`() {
        for name in ["a\r\nSet-Cookie: x=1", "a\"; filename=\"b.exe", "a\\", "%0d%0a", "\u{202E}gnp.exe"] {
            let field = ContentDisposition(FileName(name), isShown: false).field
            #expect(field.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(name)")
            #expect(field.utf8.count { $0 == UInt8(ascii: "\"") } == 2, "\(name)")
        }
    }

    @Test(arguments: [
        ((800, 600), (360, 270)), ((100, 50), (100, 50)), ((10, 16_000), (1, 320)), ((4_000, 10), (360, 1)),
    ])
    func `a picture takes its own place, made smaller to fit`(size: (Int, Int), shown: (Int, Int)) throws {
        let shape = try #require(PictureShape(width: size.0, height: size.1))
        #expect(PictureLink.shownSize(of: shape) == shown)
    }

    private func html(of attachments: [Chat.Attachment]) -> String {
        let view = AttachmentsView(attachments: attachments, say: Speaker(language: .english))
        return String(decoding: view.bytes, as: UTF8.self)
    }

    @Test func `a picture has its place before it is there, and what it looks like about`() throws {
        let shape = try #require(PictureShape(width: 800, height: 600, firstLook: [1, 2, 3]))
        let picture = Chat.Attachment(
            id: .random(), name: FileName("a\"b.png"), type: try #require(FileType("image/png")), bytes: 10,
            picture: shape)
        let html = html(of: [picture])
        #expect(html.contains(#"width="360" height="270""#))
        #expect(html.contains(#"data-look="AQID""#))
        #expect(html.contains(#"alt="a&quot;b.png""#))
        #expect(html.contains("/files/\(picture.id)/a%22b.png?width=960"))
    }

    @Test func `what no page may show is a row`() throws {
        for type in ["text/html", "image/svg+xml", "application/pdf", "application/octet-stream", "image/png"] {
            let file = Chat.Attachment(
                id: .random(), name: FileName("x"), type: try #require(FileType(type)), bytes: 10)
            let html = html(of: [file])
            #expect(!html.contains("<img"), "\(type)")
            #expect(html.contains(#"class="file""#), "\(type)")
        }
    }

    private func file(_ name: String, _ type: String) throws -> Chat.Attachment {
        Chat.Attachment(id: .random(), name: FileName(name), type: try #require(FileType(type)), bytes: 10)
    }

    @Test func `text is a row, with a place for its beginning`() throws {
        for type in ["text/plain", "text/x-swift", "application/json"] {
            let html = html(of: [try file("a.txt", type)])
            #expect(html.contains(#"</a><details class="peek"><summary>Show the beginning</summary></details>"#))
        }
        for type in ["text/html", "application/zip"] {
            #expect(!html(of: [try file("a.txt", type)]).contains("<details"), "\(type)")
        }
    }

    @Test func `what is recorded is called a voice message`() throws {
        let voice = try file("voice-2026-11-27-1504.webm", "audio/webm")
        #expect(html(of: [voice]).contains(#"<audio class="voice" controls"#))
        #expect(html(of: [voice]).contains(#"aria-label="Voice message""#))
        #expect(Speaker(language: .english).summary(of: [voice]) == "Voice message")
        #expect(Speaker(language: .japanese).summary(of: [voice]) == "音声メッセージ")
        for other in [try file("voice-over.webm", "video/webm"), try file("song.mp3", "audio/mpeg")] {
            #expect(!html(of: [other]).contains("voice\""), "\(other.name)")
            #expect(html(of: [other]).contains(#"aria-label="\#(other.name)""#))
            #expect(Speaker(language: .english).summary(of: [other]) == other.name.description)
        }
    }

    @Test func `files of a message without a text are named where they are not shown`() throws {
        func file(_ name: String, isPicture: Bool = false) throws -> Chat.Attachment {
            Chat.Attachment(
                id: .random(), name: FileName(name), type: .unknown, bytes: 1,
                picture: isPicture ? PictureShape(width: 1, height: 1) : nil)
        }
        let (say, japanese) = (Speaker(language: .english), Speaker(language: .japanese))
        #expect(say.summary(of: [try file("a.png", isPicture: true)]) == "Picture")
        #expect(say.summary(of: [try file("a", isPicture: true), try file("b", isPicture: true)]) == "2 pictures")
        #expect(say.summary(of: [try file("report.pdf")]) == "report.pdf")
        #expect(japanese.summary(of: [try file("a", isPicture: true), try file("b.pdf")]) == "ファイル2件")
    }

    @Test func `the profile says how much one's files take, and a bookmark names them`() async throws {
        try await withSite(.embedded, mode: .development, hasFiles: true) { site in
            let room = "550e8400-e29b-41d4-a716-446655450001"
            let file = try await site.upload("report.pdf", content: String(repeating: "x", count: 1_234), of: .alice)
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.get("/profile").text.contains("1.2 kB of 5.4 GB"))
            let sent = try await alice.post("/conversations/\(room)/messages", ["text": "", "file": "\(file)"])
            #expect(sent.status == .seeOther)
            let message = try #require(try await alice.get("/conversations/\(room)").messageIDs.last)
            _ = try await alice.post("/conversations/\(room)/messages/\(message)/bookmark", ["state": "on"])
            #expect(try await alice.get("/bookmarks").text.contains("report.pdf"))
        }
        try await withSite(.embedded, mode: .development) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await !alice.get("/profile").text.contains(" of 5.4 GB"))
        }
    }

    @Test func `where files are gone, the text stays and the page says why`() async throws {
        try await withSite(.embedded, mode: .development, hasFiles: true) { site in
            let room = "550e8400-e29b-41d4-a716-446655450001"
            let (kept, gone) = (try await site.upload("a.txt", of: .alice), FileID.random())
            let alice = try await site.browser(signedInAs: "alice")
            for file in [gone, try await site.upload("b.txt", of: .bob)] {
                let page = try await alice.post(
                    "/conversations/\(room)/messages", ["text": "what I meant", "file": "\(file)", "key": "k-\(file)"])
                #expect(page.status == .conflict)
                #expect(page.text.contains("what I meant"))
                #expect(page.text.contains("Choose them again"))
            }
            let answer = try await alice.post("/conversations/\(room)/messages", ["text": "", "file": "\(kept)"])
            #expect(answer.status == .seeOther)
            #expect(try await alice.get("/conversations/\(room)").text.contains("/files/\(kept)/a.txt"))
        }
    }

    @Test func `a file runs nothing and has no origin, whatever it holds`() {
        let file = Response(.ok, file: FileBody(path: "/nowhere", size: 1))
        let site = SitePolicy(mode: .production, publicURL: nil, hasTLS: false)
        let policy = SecurityHeaders.added(to: file, policy: site).headers[.contentSecurityPolicy]
        #expect(policy?.contains("sandbox") == true)
        #expect(policy?.contains("default-src 'none'") == true)
        #expect(policy?.contains("script-src") == false)
    }

    @Test func `before a REST backend files are sent, seen by members only, and deleted with their message`()
        async throws
    {
        try await withSite(.remote, mode: .development, hasFiles: true) { site in
            let room = "550e8400-e29b-41d4-a716-446655450001"
            let alice = try await site.browser(signedInAs: "alice")
            let path = "\(site.folder)/\(UUID())"
            try Data("veranda".utf8).write(to: URL(filePath: path))
            let files = try #require(site.files)
            let file = try await files.add(
                NewFile(
                    name: FileName("plan.txt"), type: .unknown, path: path, bytes: 7,
                    hash: SHA256.hash(Array("veranda".utf8))), of: .alice)
            let answer = try await alice.post("/conversations/\(room)/messages", ["text": "", "file": "\(file.id)"])
            #expect(answer.status == .seeOther)
            #expect(try await alice.get("/conversations/\(room)").text.contains("/files/\(file.id)/plan.txt"))
            #expect(try await alice.get("/conversations/\(room)/files").text.contains("plan.txt"))
            for _ in 0..<2 {
                let content = try await alice.get("/files/\(file.id)/plan.txt")
                #expect(content.text == "veranda")
                #expect(content.headers[.contentType] == "text/plain; charset=utf-8")
            }
            _ = try await site.elsewhere.users.register(
                NewUser(
                    alias: try #require(Alias("stranger")), name: try #require(DisplayName("A stranger")),
                    avatarURL: nil))
            let stranger = try await site.browser(signedInAs: "stranger")
            let refused = try await stranger.get("/files/\(file.id)/plan.txt")
            #expect([.forbidden, .notFound].contains(refused.status))
            let message = try #require(try await files.file(file.id, as: .alice).message)
            try await site.elsewhere.messages.delete(
                message, in: try #require(ConversationID(room)), as: .alice)
            #expect(try await alice.get("/files/\(file.id)/plan.txt").status == .notFound)
        }
    }

    @Test func `before a backend without files nothing of them is offered`() async throws {
        try await withSite(.remote, mode: .development) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let page = try await alice.get("/conversations/550e8400-e29b-41d4-a716-446655450001")
            #expect(!page.text.contains("type=\"file\""))
            #expect(!page.text.contains("/files"))
            #expect(
                try await alice.get("/conversations/550e8400-e29b-41d4-a716-446655450001/files").status == .notFound)
        }
    }
}
