/// A part of a text in memory, as bytes.
public typealias ByteSlice = Slice<UnsafeBufferPointer<UInt8>>

extension ByteSlice {
    /// Removes and returns what is before the first `separator`, and removes the separator; everything where there is
    /// none.
    @inlinable public mutating func take(upTo separator: UInt8) -> Self {
        let end = firstIndex(of: separator) ?? endIndex
        defer { self = self[Swift.min(end + 1, endIndex)...] }
        return self[..<end]
    }

    /// Without spaces and tabs at both ends (RFC 9110 §5.6.3, OWS).
    @inlinable public var trimmed: Self {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var trimmed = drop(while: isBlank)
        while trimmed.last.map(isBlank) ?? false { trimmed.removeLast() }
        return trimmed
    }
}

// Untrusted text is compared by its UTF-8 bytes and split by bytes or Unicode scalars, not by grapheme clusters
// (`Character`): a combining mark merges with a separator and hides it, `\r\n` is one Character, and String equality is
// canonical equivalence. It is also several times as fast.
extension StringProtocol {
    /// Calls `body` with the text as UTF-8.
    @inlinable public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // `withUTF8` is mutating and would need a copy.
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }

    /// The string with ASCII capital letters in lower case and everything else unchanged. `lowercased()` would map
    /// U+212A KELVIN SIGN to the letter `k`.
    public var asciiLowercased: String {
        withBytes { bytes in
            guard bytes.contains(where: { $0 != $0.asciiLowercased }) else { return String(self) }
            return String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
        }
    }

    /// Whether both strings have the same UTF-8 bytes.
    @inlinable public func isUTF8Equal(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String {
    /// Whether its UTF-8 has this byte; faster than `utf8.contains`, which goes through the string's indices.
    @inlinable public func hasByte(_ byte: UInt8) -> Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            let ones: UInt64 = 0x0101_0101_0101_0101
            let (raw, wanted) = (UnsafeRawBufferPointer(bytes), UInt64(byte) &* ones)
            var index = 0
            // Eight bytes at a time. The wanted byte becomes zero; then "Determine if a word has a zero byte"
            // (https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord).
            while index &+ 8 <= bytes.count {
                let rest = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ wanted
                if (rest &- ones) & ~rest & (ones &* 0x80) != 0 { return true }
                index &+= 8
            }
            while index < bytes.count, bytes[index] != byte { index += 1 }
            return index < bytes.count
        } ?? utf8.contains(byte)
    }
}

extension Int {
    /// Reads decimal digits and nothing else: `Int` would also accept a sign.
    public init?(digits text: some StringProtocol) {
        guard text.withBytes({ $0.allSatisfy(\.isASCIIDigit) }) else { return nil }
        self.init(text)
    }
}
