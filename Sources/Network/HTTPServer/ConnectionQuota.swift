import CMicroHTTPD  // its module owns the declaration of `sockaddr` in optimised builds
import Glibc
import Synchronization

/// How many connections each group of addresses has open, against a limit.
///
/// An address behind which many people stand, a proxy that is trusted, is not limited: see `Acceptor`.
final class ConnectionQuota: Sendable {
    private let limit: Int
    /// At most as many entries as there are connections.
    private let open = Mutex<[AddressGroup: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Counts one more connection of a group; `false`, and nothing counted, where it has all that it may have.
    func take(_ group: AddressGroup) -> Bool {
        open.withLock { open in
            let count = open[group, default: 0]
            guard count < limit else { return false }
            open[group] = count + 1
            return true
        }
    }

    /// A connection that was counted has ended.
    func giveBack(_ group: AddressGroup) {
        open.withLock { open in
            guard let count = open[group] else { return }
            open[group] = count > 1 ? count - 1 : nil
        }
    }
}

/// Addresses that are limited together: one IPv4 address, or one IPv6 network of 64 bits, which is what a single
/// household or host is given (RFC 6177).
struct AddressGroup: Hashable, Sendable {
    /// An IPv4 address in its lower half, or the first half of an IPv6 address.
    private let bits: UInt64
    private let isIPv6: Bool

    /// `nil` for another family than IPv4 and IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            bits = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt64(UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
            }
            isIPv6 = false
        case AF_INET6:
            let bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }
            }
            // An IPv4 address that an IPv6 socket accepted (RFC 4291 §2.5.5.2).
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            bits = (isMapped ? bytes[12...] : bytes[..<8]).reduce(0) { $0 << 8 | UInt64($1) }
            isIPv6 = !isMapped
        default: return nil
        }
    }
}
