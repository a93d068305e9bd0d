import Accounts
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
        host.last == "]" && host.contains(":") && AddressGroup(String(host.dropFirst().dropLast())) != nil
    }

    /// Four decimal numbers. Browsers know other spellings (`127.1`, `0x7f.1`), and write this one for them (WHATWG URL
    /// §3.5).
    private static func isIPv4(_ host: String) -> Bool { !host.contains(":") && AddressGroup(host) != nil }

    /// Whether browsers take a host for an IPv4 address, right or wrong (WHATWG URL §3.6).
    private static func endsInNumber(_ host: String) -> Bool {
        guard let last = labels(of: host).last else { return false }
        if last.hasUTF8Prefix("0x") { return last.unicodeScalars.dropFirst(2).allSatisfy(\.properties.isASCIIHexDigit) }
        return !last.isEmpty && last.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
    }

    private static func isLocalName(_ host: String) -> Bool {
        let labels = labels(of: host)
        guard labels.allSatisfy({ !$0.isEmpty }), let last = labels.last else { return false }
        return labels.count == 1 || specialUse.contains(last) || labels.suffix(2) == ["home", "arpa"]
    }

    private static func labels(of host: String) -> [String] {
        host.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    }
}
