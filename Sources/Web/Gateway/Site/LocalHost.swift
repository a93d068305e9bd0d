import Bytes
import HTTP

/// The name or address in a `Host` field, where no stranger can own it: without a public URL only such hosts are believed.
///
/// A page of a stranger's name whose address was turned to ours (DNS rebinding) would else be of our own origin. Addresses
/// need no DNS; single labels are names of the local network; the rest are the special-use names of RFC 6761, RFC 6762,
/// RFC 8375 and ICANN's `internal`, with `lan`, which routers use. A name with a dot at its end is refused: `com.` is a
/// name of the public DNS, though it is a single label.
struct LocalHost {
    private static let specialUse = ["localhost", "local", "lan", "internal", "test"]

    /// - Parameter host: in lower case, without port, as `Origin` has it.
    init?(_ host: String) {
        let isLocal =
            host.first == "[" ? Self.isIPv6(host) : Self.endsInNumber(host) ? Self.isIPv4(host) : Self.isLocalName(host)
        if !isLocal { return nil }
    }

    private static func isIPv6(_ host: String) -> Bool {
        host.last == "]" && host.contains(":") && IPAddress(String(host.dropFirst().dropLast())) != nil
    }

    /// Four decimal numbers. Browsers know other spellings (`127.1`, `0x7f.1`), and write this one for them (WHATWG URL
    /// §3.5).
    private static func isIPv4(_ host: String) -> Bool { !host.contains(":") && IPAddress(host) != nil }

    /// Whether browsers take a host for an IPv4 address, right or wrong (WHATWG URL §3.6).
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
