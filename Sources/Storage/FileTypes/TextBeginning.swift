import Glibc

/// The beginning of a text file, to be shown as text.
public struct TextBeginning: Sendable, Hashable {
    /// The most bytes that are shown of a file.
    public static let maximumBytes = 16_384

    /// Without a byte order mark.
    public let text: String
    /// Whether the file goes on.
    public let isCut: Bool

    /// Reads the beginning of a file. Fails where it is not UTF-8 or has control characters that no text has.
    ///
    /// Reads the disk: not to be called on an event loop.
    public init?(of path: String, maximumBytes: Int = maximumBytes) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // One byte more tells whether the file goes on.
        let bytes = [UInt8](unsafeUninitializedCapacity: maximumBytes + 1) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        self.init(bytes[...].prefix(maximumBytes), isCut: bytes.count > maximumBytes)
    }

    private init?(_ bytes: ArraySlice<UInt8>, isCut: Bool) {
        let start: [UInt8] = [0xEF, 0xBB, 0xBF]
        var bytes = bytes.starts(with: start) ? bytes.dropFirst(start.count) : bytes
        if isCut { bytes = bytes.dropLast(Self.bytesOfBegunScalar(bytes)) }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || Self.whiteSpace.contains($0) }),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self.text = text
        self.isCut = isCut
    }

    /// Tab, line feed, form feed, carriage return.
    private static let whiteSpace: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D]

    /// How many bytes at the end belong to a scalar that is not complete.
    private static func bytesOfBegunScalar(_ bytes: ArraySlice<UInt8>) -> Int {
        for back in 1...3 where back <= bytes.count {
            let byte = bytes[bytes.endIndex - back]
            if byte & 0b1100_0000 == 0b1000_0000 { continue }
            let length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1
            return length > back ? back : 0
        }
        return 0
    }
}
