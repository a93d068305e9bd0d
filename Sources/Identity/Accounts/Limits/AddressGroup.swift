#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Addresses that count as one: an IPv4 address, or the 64 bits of IPv6 that one household or server gets
/// (RFC 6177, BCP 157), within which anybody can take a new address for each request.
public struct AddressGroup: Sendable, Hashable {
    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// 4 bytes, or 8.
    private let bytes: [UInt8]

    /// Reads an address without port and brackets; fails for anything else.
    public init?(_ address: String) {
        if let bytes = Self.bytes(address, family: AF_INET, count: 4) {
            self.bytes = bytes
        } else if let bytes = Self.bytes(address, family: AF_INET6, count: 16) {
            // An IPv4 client of a socket that speaks both (RFC 4291 §2.5.5.2).
            self.bytes =
                bytes.starts(with: Self.mappedPrefix)
                ? Array(bytes.dropFirst(Self.mappedPrefix.count)) : Array(bytes.prefix(8))
        } else {
            return nil
        }
    }

    private static func bytes(_ address: String, family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, address, &bytes) == 1 ? bytes : nil
    }
}
