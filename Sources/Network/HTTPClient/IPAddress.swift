import Glibc

/// An address of IPv4 or IPv6, as a number: the first byte on the wire is the highest.
enum IPAddress: Equatable {
    case v4(UInt32)
    case v6(UInt128)

    /// Reads what `inet_pton` reads: `127.0.0.1`, `::1`.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .v4(withUnsafeBytes(of: &four) { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self = .v6(withUnsafeBytes(of: &six) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
        } else {
            return nil
        }
    }

    /// Reads a `sockaddr_in` or a `sockaddr_in6`; fails for other families, and where bytes are missing.
    init?(socketAddress bytes: UnsafeRawBufferPointer, family: Int32) {
        switch family {
        case AF_INET:
            guard let start = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr),
                bytes.count >= start + MemoryLayout<in_addr>.size
            else { return nil }
            self = .v4(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
        case AF_INET6:
            guard let start = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr),
                bytes.count >= start + MemoryLayout<in6_addr>.size
            else { return nil }
            self = .v6(UInt128(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt128.self)))
        default: return nil
        }
    }
}
