import CZlib

/// The gzip format (RFC 1952) around DEFLATE.
enum Gzip {
    /// Without a time and a name; the system is Unix (RFC 1952 §2.3).
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    /// The checksum and the length.
    private static let trailerBytes = 8
    /// What a flush takes at most, beside `deflateBound`.
    private static let flushBytes = 64
    /// zlib's window of 2^15 bytes, and no header (zlib.h, `deflateInit2`).
    private static let windowBits: Int32 = -15
    private static let windowBytes = 1 << 15
    /// Never in UTF-8.
    private static let noText: UInt8 = 0xFF

    static func compress(
        _ bytes: UnsafeBufferPointer<UInt8>, _ effort: ContentCoding.Effort, separating parts: SeparateParts?
    ) -> [UInt8]? {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, effort.level, Z_DEFLATED, windowBits, effort.memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        if let tuning = effort.tuning { deflateTune(&stream, tuning.0, tuning.1, tuning.2, tuning.3) }
        var bound = header.count + Int(deflateBound(&stream, UInt(bytes.count))) + trailerBytes
        if let parts { bound += FixedCodes.bound(parts.range.count) + flushBytes }
        // The result may be cached and should not waste memory, and the bound is about ten times its size.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bound) { output in
            guard let start = output.baseAddress else { return nil }
            start.update(from: header, count: header.count)
            stream.next_out = start + header.count
            stream.avail_out = UInt32(output.count - header.count)
            var rest = 0
            if let parts {
                assert(!bytes.contains(noText), "not UTF-8")
                guard deflate(&stream, bytes[..<parts.range.lowerBound], Z_FULL_FLUSH) == Z_OK else { return nil }
                let next = parts.compress(bytes, to: stream.next_out)
                stream.avail_out -= UInt32(next - stream.next_out)
                stream.next_out = next
                rest = parts.range.upperBound
                guard setHistory(&stream, bytes[..<rest], without: parts.range) else { return nil }
            }
            guard deflate(&stream, bytes[rest...], Z_FINISH) == Z_STREAM_END else { return nil }
            let end = stream.next_out - start
            let checksum = crc32_z(0, bytes.baseAddress, bytes.count)
            for (index, number) in [UInt32(truncatingIfNeeded: checksum), UInt32(truncatingIfNeeded: bytes.count)]
                .enumerated()
            {
                for byte in 0..<4 { start[end + 4 * index + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
            }
            return Array(output[..<(end + trailerBytes)])
        }
    }

    private static func deflate(_ stream: inout z_stream, _ input: Slice<UnsafeBufferPointer<UInt8>>, _ flush: Int32)
        -> Int32
    {
        let input = UnsafeBufferPointer(rebasing: input)
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        return CZlib.deflate(&stream, flush)
    }

    /// Lets what follows refer to what precedes it, but for the bytes of `range`: in their place zlib sees some that
    /// never match.
    private static func setHistory(
        _ stream: inout z_stream, _ history: Slice<UnsafeBufferPointer<UInt8>>, without range: Range<Int>
    ) -> Bool {
        let window = history.suffix(windowBytes)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: window.count) { copy in
            _ = copy.initialize(from: window)
            let hidden = range.clamped(to: window.startIndex..<window.endIndex)
            for place in hidden { copy[place - window.startIndex] = noText }
            return deflateSetDictionary(&stream, copy.baseAddress, UInt32(copy.count)) == Z_OK
        }
    }
}
