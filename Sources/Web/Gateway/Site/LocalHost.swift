import Bytes
import HTTP

/// A host in a `Host` header that can't be registered in the public DNS. Without a public URL only such hosts are
/// accepted.
///
/// Otherwise a page of an attacker's domain whose DNS entry points to this machine (DNS rebinding) would have the same
/// origin as the site. Addresses need no DNS; single labels are names of the local network; the others are the
/// special-use names of RFC 6761, RFC 6762, RFC 8375 and ICANN's `internal`, and `lan`, which routers use. A name with a
/// trailing dot is refused: `com.` is a name of the public DNS, although it is a single label.
struct LocalHost {
    private static let specialUse = ["localhost", "local", "lan", "internal", "test"]

    /// - Parameter host: in lower case, without port, as in `Origin`.
    init?(_ host: String) {
        let isLocal =
            host.first == "[" ? Self.isIPv6(host) : Self.endsInNumber(host) ? Self.isIPv4(host) : Self.isLocalName(host)
        if !isLocal { return nil }
    }

    private static func isIPv6(_ host: String) -> Bool {
        host.last == "]" && host.contains(":") && IPAddress(String(host.dropFirst().dropLast())) != nil
    }

    /// Only four decimal numbers: browsers accept other spellings (`127.1`, `0x7f.1`), but convert them to this one before
    /// they send it (WHATWG URL §3.5).
    private static func isIPv4(_ host: String) -> Bool { !host.contains(":") && IPAddress(host) != nil }

    /// Whether browsers parse a host as an IPv4 address, valid or not (WHATWG URL §3.6).
    private static func endsInNumber(_ host: String) -> Bool {
        let last = lastLabel(of: host)
        if last.hasUTF8Prefix("0x") { return last.unicodeScalars.dropFirst(2).allSatisfy(\.properties.isASCIIHexDigit) }
        return !last.isEmpty && last.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isLocalName(_ host: String) -> Bool {
        let last = lastLabel(of: host)
        guard last.utf8.count < host.utf8.count else { return !host.isEmpty }
        guard
            host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else { return false }
        return specialUse.contains { last.isUTF8Equal(to: $0) } || host.hasUTF8Suffix(".home.arpa")
            || host.isUTF8Equal(to: "home.arpa")
    }

    private static func lastLabel(of host: String) -> Substring {
        host.utf8.lastIndex(of: UInt8(ascii: ".")).map { host[host.utf8.index(after: $0)...] } ?? host[...]
    }
}
