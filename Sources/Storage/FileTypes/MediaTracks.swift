import Glibc

/// What kinds of tracks a file of WebM or MP4 has.
struct MediaTracks {
    private(set) var hasVideo = false
    private(set) var hasAudio = false

    /// Whether it has sound and nothing to see. `false` where the tracks can't be found.
    var areOnlySound: Bool { hasAudio && !hasVideo }

    /// So many elements are looked at: a file may hold any number of small ones.
    private static let maximumElements = 1_000
    private var remaining = maximumElements

    private let descriptor: Int32
    private let container: MediaContainer

    /// Reads the heads of elements from the disk: not to be called on an event loop.
    init(of descriptor: Int32, size: Int64, in container: MediaContainer) {
        self.descriptor = descriptor
        self.container = container
        search(from: 0, to: size, depth: 0)
    }

    /// Searches the elements in a part of the file, within so many elements of the container's path.
    private mutating func search(from start: Int64, to end: Int64, depth: Int) {
        var place = start
        while place < end, remaining > 0 {
            remaining -= 1
            guard let head = container.head(of: bytes(at: place, count: MediaContainer.maximumHead)) else { return }
            let content = place + Int64(head.bytes)
            guard content <= end else { return }
            let next = content + min(head.size ?? .max, end - content)
            if depth < container.path.count {
                if head.id == container.path[depth] { search(from: content, to: next, depth: depth + 1) }
            } else if head.id == container.kind {
                let (offset, most) = container.kindPlace
                let count = min(Int64(most), next - content - offset)
                guard count > 0 else { return }
                let kind = MediaContainer.number(bytes(at: content + offset, count: Int(count)))
                hasVideo = hasVideo || kind == container.video
                hasAudio = hasAudio || kind == container.audio
            }
            place = next
        }
    }

    private func bytes(at place: Int64, count: Int) -> ArraySlice<UInt8> {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = max(0, pread(descriptor, buffer.baseAddress, count, off_t(place)))
        }[...]
    }
}
