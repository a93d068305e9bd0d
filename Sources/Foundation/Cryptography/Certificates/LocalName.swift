public import Bytes

/// A name or address of a local network, which a certificate of a private authority may hold.
public enum LocalName: Hashable, Sendable, CustomStringConvertible {
    /// In lower case: letters, digits, `-` and `.`, in labels of 1 to 63.
    case dns(String)
    /// Not a public one.
    case address(IPAddress)

    /// The special-use names of RFC 6761, RFC 6762 and RFC 8375, ICANN's `internal`, and `lan`, which routers use.
    static let suffixes = ["localhost", "local", "lan", "internal", "home.arpa", "test"]
    /// The private networks (RFC 1918, RFC 4193), with loopback, link-local addresses (RFC 3927, RFC 4291), and those that
    /// providers and private overlays share (RFC 6598); each with its mask.
    static let networks = [
        ("10.0.0.0/8", "255.0.0.0"), ("172.16.0.0/12", "255.240.0.0"), ("192.168.0.0/16", "255.255.0.0"),
        ("127.0.0.0/8", "255.0.0.0"), ("169.254.0.0/16", "255.255.0.0"), ("100.64.0.0/10", "255.192.0.0"),
        ("::1/128", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), ("fc00::/7", "fe00::"), ("fe80::/10", "ffc0::"),
    ]

    private static let maximumBytes = 253
    private static let maximumLabelBytes = 63

    /// Fails for public names and addresses, and for what is neither a name nor an address.
    public init?(_ text: String) {
        if let address = IPAddress(text) {
            guard Self.networks.contains(where: { IPNetwork($0.0)?.contains(address) == true }) else { return nil }
            self = .address(address)
            return
        }
        let bytes = text.utf8.map(\.asciiLowercased)
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes.count <= Self.maximumBytes, labels.allSatisfy(Self.isLabel), let last = labels.last,
            // What browsers read as an address of IPv4.
            !last.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let name = String(decoding: bytes, as: UTF8.self)
        let isSpecial = Self.suffixes.contains { suffix in
            bytes.elementsEqual(suffix.utf8) || bytes.reversed().starts(with: ".\(suffix)".utf8.reversed())
        }
        guard labels.count == 1 || isSpecial else { return nil }
        self = .dns(name)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...maximumLabelBytes).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == hyphen
            }
    }

    public var description: String {
        switch self {
        case .dns(let name): name
        case .address(let address): address.description
        }
    }

    /// In OpenSSL's notation of alternative names.
    var alternativeName: String {
        switch self {
        case .dns(let name): "DNS:\(name)"
        case .address(let address): "IP:\(address)"
        }
    }
}
