import CXXHash

/// A hash of 128 bits (XXH3, by xxHash).
///
/// For detecting changes, not for security: an attacker can construct collisions. It takes 2 µs for a page of 50 kB;
/// the standard library's hasher takes 20 and SHA-256 30.
public struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    public init(_ bytes: [UInt8]) {
        let hash = bytes.withUnsafeBytes { fingerprint_of($0.baseAddress, $0.count) }
        (high, low) = (hash.high64, hash.low64)
    }

    /// Its first bits, at most 64.
    public func prefix(bits: UInt64) -> UInt64 { high >> (64 - bits) }

    /// At most 26 digits and letters, the same on every machine and in every process.
    public var description: String { String(high, radix: 36) + String(low, radix: 36) }
}
