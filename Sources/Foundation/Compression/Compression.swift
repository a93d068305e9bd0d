import CZlib

/// A content coding (RFC 9110 §8.4.1) for assets and pages.
///
/// Brotli would save a few kilobytes of assets that each browser fetches once, and would cost 0.6 MB of memory.
public enum ContentCoding: String, Sendable, CaseIterable {
    /// RFC 1952.
    case gzip

    /// How much time compression may take.
    public enum Effort: Sendable {
        /// For compressing during a request: a page of 45 kB becomes 4.5 kB in 60 µs.
        case little
        /// For compressing once: 3.8 kB in 190 µs.
        case most

        fileprivate var level: Int32 { self == .little ? Z_BEST_SPEED : Z_BEST_COMPRESSION }
    }

    /// The compressed bytes; `nil` if compression fails or saves nothing.
    ///
    /// - Parameter stored: a part that is stored as it is. What follows it is compressed without reference to what
    ///   precedes it, so that no length depends on what this part has in common with the rest.
    public func compress(_ bytes: [UInt8], _ effort: Effort = .most, storing stored: Range<Int>? = nil) -> [UInt8]? {
        let compressed =
            switch self {
            case .gzip: Self.gzip(bytes, effort, storing: stored ?? bytes.endIndex..<bytes.endIndex)
            }
        return compressed.flatMap { $0.count < bytes.count ? $0 : nil }
    }

    /// zlib's window size of 2^15 bytes, and 16 for a gzip header (zlib.h, `deflateInit2`).
    private static let gzipWindowBits: Int32 = 15 + 16

    /// What the blocks of a stored part and the flushes around it take at most, beside `deflateBound`.
    private static let flushBytes = 1_024

    private static func gzip(_ bytes: [UInt8], _ effort: Effort, storing stored: Range<Int>) -> [UInt8]? {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, effort.level, Z_DEFLATED, gzipWindowBits, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        let bound = Int(deflateBound(&stream, UInt(bytes.count))) + (stored.isEmpty ? 0 : flushBytes)
        return bytes.withUnsafeMutableBufferPointer { input in
            // The result may be cached and should not waste memory, and the bound is about ten times its size.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bound) { output in
                stream.next_in = input.baseAddress
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                if !stored.isEmpty {
                    stream.avail_in = UInt32(stored.lowerBound)
                    guard deflate(&stream, Z_FULL_FLUSH) == Z_OK,
                        deflateParams(&stream, Z_NO_COMPRESSION, Z_DEFAULT_STRATEGY) == Z_OK
                    else { return nil }
                    stream.avail_in = UInt32(stored.count)
                    guard deflate(&stream, Z_FULL_FLUSH) == Z_OK,
                        deflateParams(&stream, effort.level, Z_DEFAULT_STRATEGY) == Z_OK
                    else { return nil }
                }
                stream.avail_in = UInt32(input.count - (stored.isEmpty ? 0 : stored.upperBound))
                guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
                return Array(UnsafeMutableBufferPointer(rebasing: output.dropLast(Int(stream.avail_out))))
            }
        }
    }
}
