import Chat
import FileTypes
import Foundation
import Testing

@Suite struct FileTypeTests {
    private static let detector = try? FileTypeDetector()

    /// A file with content and a name that was sent with it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let content: [UInt8]
        let type: String
        let shown: FilePresentation

        init(_ name: String, _ text: String, _ type: String, _ shown: FilePresentation) {
            self.init(name, Array(text.utf8), type, shown)
        }

        init(_ name: String, _ content: [UInt8], _ type: String, _ shown: FilePresentation) {
            self.name = name
            self.content = content
            self.type = type
            self.shown = shown
        }

        var testDescription: String { "\(name) as \(type)" }
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.filter { $0 != " " }.map { UInt8($0.hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static let png = bytes("89504E470D0A1A0A 0000000D49484452 00000001 00000001 08060000001F15C489")
    private static let zip = bytes(
        "504b0304 14000000 00004d5f 7b5d8316 dc8c0100 00000100 00000100 00006178"
            + "504b0102 14031400 00000000 4d5f7b5d 8316dc8c 01000000 01000000 01000000 00000000 00000000 80010000 000061"
            + "504b0506 00000000 01000100 2f000000 20000000 0000")
    private static func ogg(_ packet: String) -> [UInt8] {
        bytes("4F676753 00 02 0000000000000000 01000000 00000000 00000000 01 1E") + Array(packet.utf8)
    }
    private static func mp4(_ brand: String) -> [UInt8] {
        bytes("00000018 66747970") + Array("\(brand)".utf8) + bytes("00000000") + Array("isommp42".utf8)
    }

    private static let samples: [Sample] = [
        Sample("a.png", png, "image/png", .picture),
        Sample("a.txt", png, "image/png", .picture),
        Sample("a.jpg", bytes("FFD8FFE0 0010 4A46494600 0101 0000 0001 0001 0000"), "image/jpeg", .picture),
        Sample("a.gif", bytes("474946383961 0100 0100 80 00 00 000000 FFFFFF"), "image/gif", .picture),
        Sample(
            "a.webp", Array("RIFF\u{24}\0\0\0WEBPVP8 ".utf8) + bytes("18000000 30010 09D012A 0100 0100"), "image/webp",
            .picture),
        Sample("a.mp4", mp4("isom"), "video/mp4", .video),
        Sample("a.m4a", mp4("M4A "), "audio/mp4", .audio),
        Sample("a.m4a", mp4("mp42"), "audio/mp4", .audio),
        Sample("a.oga", ogg("\u{1}vorbis"), "audio/ogg", .audio),
        Sample(
            "a.flac", Array("fLaC".utf8) + bytes("00000022 1000 1000 000000 000000 0AC442F0 00000000"), "audio/flac",
            .audio),
        Sample(
            "a.wav", Array("RIFF\u{24}\0\0\0WAVEfmt ".utf8) + bytes("10000000 0100 0100 44AC0000 88580100 0200 1000"),
            "audio/wav", .audio),
        Sample("a.mp3", Array("ID3".utf8) + bytes("0300 0000000000 FFFB9064"), "audio/mpeg", .audio),
        Sample("a.txt", "veranda, 縁側\n", "text/plain", .text),
        Sample("README.md", "# Veranda\n\nwhere people sit\n", "text/markdown", .text),
        Sample("main.swift", "import Chat\n\nlet veranda = 1\n", "text/x-swift", .text),
        Sample("a.csv", "name,size\na,1\nb,2\n", "text/csv", .text),
        Sample("a.json", "{\"a\": [1, 2]}\n", "application/json", .text),
        Sample("a.html", "<!doctype html><script>alert(1)</script>", "text/html", .download),
        Sample("a.txt", "<!doctype html><script>alert(1)</script>", "text/html", .download),
        Sample("a.md", "<html><body>x</body></html>", "text/html", .download),
        Sample("a.html", "no tags at all\n", "text/html", .download),
        Sample(
            "a.svg", "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "image/svg+xml",
            .download),
        Sample("a.png", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "image/svg+xml", .download),
        Sample("a.xml", "<?xml version=\"1.0\"?><a/>", "text/xml", .download),
        Sample("a.pdf", "%PDF-1.7\n", "application/pdf", .download),
        Sample("a.docx", zip, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", .download),
        Sample("a.zip", zip, "application/zip", .download),
        Sample("a.png", zip, "application/zip", .download),
        Sample("empty.txt", "", "application/octet-stream", .download),
        Sample("a.txt", bytes("00 01 02 03 FE FF 80 99"), "application/octet-stream", .download),
    ]

    @Test(arguments: samples) func `the content says what a file is, and its name only what kind of text or container`(
        sample: Sample
    ) throws {
        let detector = try #require(Self.detector)
        let file = TemporaryFile(sample.content)
        let type = detector.type(of: file.path, named: FileName(sample.name))
        #expect(type.description == sample.type)
        #expect(FilePresentation(type) == sample.shown)
    }

    @Test func `what is no file is unknown`() throws {
        let detector = try #require(Self.detector)
        for path in ["/no/such", "/tmp", "/dev/zero"] {
            #expect(detector.type(of: path, named: FileName("a.txt")) == .unknown)
        }
    }

    @Test func `threads can ask at once`() async throws {
        let detector = try #require(Self.detector)
        let file = TemporaryFile(Self.png)
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { detector.type(of: file.path, named: FileName("a")).description } }
            for await type in group { #expect(type == "image/png") }
        }
    }
}

/// A file that is deleted with its last reference.
final class TemporaryFile: Sendable {
    let path = NSTemporaryDirectory() + "type-\(UInt64.random(in: .min ... .max))"

    init(_ content: [UInt8]) { _ = FileManager.default.createFile(atPath: path, contents: Data(content)) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
