/// Arrays of bytes that wait to be read, oldest first. They are kept as they are, not copied.
struct ByteQueue {
    /// How many bytes wait.
    private(set) var byteCount = 0
    private var parts: [[UInt8]] = []
    /// The part that is read next; those before it are empty.
    private var first = 0
    /// How much of that part has been read.
    private var offset = 0

    /// The number of empty parts that are kept, for moving the others forward has its cost.
    private static let emptyParts = 32

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        parts.append(bytes)
        byteCount += bytes.count
    }

    /// Puts bytes before all others, of which none must have been read.
    mutating func prepend(_ bytes: [UInt8]) {
        precondition(first == 0 && offset == 0, "the queue has been read from")
        guard !bytes.isEmpty else { return }
        parts.insert(bytes, at: 0)
        byteCount += bytes.count
    }

    /// Moves the oldest bytes to `buffer`, as many as fit.
    mutating func move(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var moved = 0
        while first < parts.count, moved < buffer.count {
            let count = min(parts[first].count - offset, buffer.count - moved)
            parts[first].withUnsafeBytes { part in
                UnsafeMutableRawBufferPointer(rebasing: buffer[moved..<(moved + count)])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: part[offset..<(offset + count)]))
            }
            moved += count
            offset += count
            if offset == parts[first].count { dropFirst() }
        }
        byteCount -= moved
        return moved
    }

    private mutating func dropFirst() {
        parts[first] = []
        first += 1
        offset = 0
        if first == parts.count {
            parts = []
            first = 0
        } else if first > Self.emptyParts, first > parts.count / 2 {
            parts.removeFirst(first)
            first = 0
        }
    }
}
