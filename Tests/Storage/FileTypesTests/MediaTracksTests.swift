import Chat
import Foundation
import Testing

@testable import FileTypes

/// WebM and MP4 that hold only sound are no video, as what browsers record.
@Suite struct MediaTracksTests {
    private static let detector = try? FileTypeDetector()
    private static let (video, audio, subtitles): (UInt8, UInt8, UInt8) = (1, 2, 17)

    private func type(_ content: [UInt8], named name: String) throws -> String {
        let file = TemporaryFile(content)
        return try #require(Self.detector).type(of: file.path, named: FileName(name)).description
    }

    /// A file whose size is not known, as browsers write it: before the tracks stands Void, after them a cluster.
    private static func webM(_ tracks: [UInt8], clusterFirst: Bool = false) -> [UInt8] {
        var file: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x87, 0x42, 0x82, 0x84]
        file += Array("webm".utf8)
        // Segment, of a size that is not known.
        file += [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7)
        let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75, 0x84, 0xE7, 0x81, 0, 0]
        if clusterFirst { file += cluster }
        file += [0xEC, 0x40, 0x20] + [UInt8](repeating: 0, count: 0x20)
        file += [0x16, 0x54, 0xAE, 0x6B, 0x80 | UInt8(tracks.count * 8)]
        // TrackNumber and TrackType.
        for kind in tracks { file += [0xAE, 0x86, 0xD7, 0x81, 1, 0x83, 0x81, kind] as [UInt8] }
        return file + cluster
    }

    private static func box(_ name: String, _ content: [UInt8], isLarge: Bool = false) -> [UInt8] {
        let size = UInt64(content.count + (isLarge ? 16 : 8))
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * UInt64($0))) }
        let head = isLarge ? [0, 0, 0, 1] + Array(name.utf8) + bytes : Array(bytes[4...]) + Array(name.utf8)
        return head + content
    }

    /// The tracks stand at the end, behind the samples.
    private static func mp4(_ handlers: [String], isLarge: Bool = false) -> [UInt8] {
        var tracks: [UInt8] = []
        for handler in handlers {
            let kind = box("hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8) + [0, 0])
            tracks += box("trak", box("tkhd", [0, 0]) + box("mdia", box("mdhd", [0]) + kind))
        }
        var file = box("ftyp", Array("isom".utf8) + [0, 0, 2, 0] + Array("isomiso2mp41".utf8))
        file += box("mdat", [UInt8](repeating: 7, count: 90), isLarge: isLarge)
        return file + box("moov", tracks)
    }

    @Test(arguments: [[audio], [audio, audio], [audio, subtitles]], [false, true])
    func `WebM with sound alone is sound`(tracks: [UInt8], clusterFirst: Bool) throws {
        #expect(try type(Self.webM(tracks, clusterFirst: clusterFirst), named: "a.webm") == "audio/webm")
    }

    @Test(arguments: [[video], [video, audio], [audio, video], [subtitles], []] as [[UInt8]])
    func `WebM with something to see, or with no sound, is video`(tracks: [UInt8]) throws {
        #expect(try type(Self.webM(tracks), named: "a.webm") == "video/webm")
    }

    @Test(arguments: [false, true]) func `MP4 with sound alone is sound`(isLarge: Bool) throws {
        #expect(try type(Self.mp4(["soun"], isLarge: isLarge), named: "a.mp4") == "audio/mp4")
    }

    @Test(arguments: [["vide"], ["vide", "soun"], ["soun", "vide"], ["text"], []])
    func `MP4 with something to see, or with no sound, is video`(handlers: [String]) throws {
        #expect(try type(Self.mp4(handlers), named: "a.mp4") == "video/mp4")
    }

    @Test(arguments: [(MediaContainer.webM, webM([audio])), (.mp4, mp4(["soun"], isLarge: true))])
    func `what is cut or changed anywhere does no harm`(container: MediaContainer, file: [UInt8]) throws {
        let stored = TemporaryFile([])
        let handle = try #require(FileHandle(forUpdatingAtPath: stored.path))
        defer { try? handle.close() }
        func tracks(_ content: [UInt8]) throws -> MediaTracks {
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: content)
            return MediaTracks(of: handle.fileDescriptor, size: Int64(content.count), in: container)
        }
        #expect(try tracks(file).areOnlySound)
        for place in file.indices {
            #expect(try !tracks(Array(file.prefix(place))).hasVideo)
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var changed = file
                changed[place] = value
                _ = try tracks(changed)
            }
        }
    }

    @Test func `tracks behind very many elements are not looked for`() throws {
        let free = (0..<1_000).flatMap { _ in Self.box("free", []) }
        let file = Self.mp4(["soun"])
        // After the first box, which tells that it is MP4.
        func padded(_ padding: ArraySlice<UInt8>) -> [UInt8] { Array(file.prefix(28)) + padding + file.dropFirst(28) }
        #expect(try type(padded(free[...]), named: "a.mp4") == "video/mp4")
        #expect(try type(padded(free.prefix(8 * 980)), named: "a.mp4") == "audio/mp4")
    }
}
