import Chat
import Glibc

@testable import FileTypes

/// The tracks of a file of WebM or MP4: a kind is found only where its number stands, and the same each time. The first
/// byte of the input says which container it is.
enum MediaProperty {
    static func check(_ input: [UInt8]) throws(Violation) {
        guard let first = input.first else { return }
        let container: MediaContainer = first % 2 == 0 ? .webM : .mp4
        let content = Array(input.dropFirst())
        guard let file = tmpfile() else { throw Violation(description: "no file") }
        defer { fclose(file) }
        let descriptor = fileno(file)
        guard pwrite(descriptor, content, content.count, 0) == content.count else {
            throw Violation(description: "no file")
        }
        let tracks = MediaTracks(of: descriptor, size: Int64(content.count), in: container)
        for (isFound, number) in [(tracks.hasVideo, container.video), (tracks.hasAudio, container.audio)] where isFound
        {
            let bytes = withUnsafeBytes(of: number.bigEndian) { $0.drop { $0 == 0 } }
            try require(content.firstRange(of: bytes) != nil, "a track of a kind that is not in the file")
        }
        let again = MediaTracks(of: descriptor, size: Int64(content.count), in: container)
        try require(
            again.hasVideo == tracks.hasVideo && again.hasAudio == tracks.hasAudio, "it is not the same the second time"
        )
    }
}
