import Bytes
import Glibc
import Testing

@Suite struct IPAddressTests {
    @Test(
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
            ("10.20.130.4", "10.20.130.4"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
            ("0:0:0:0:0:ffff:1.2.3.4", "1.2.3.4"),
            ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8:0:0::5", "2001:db8::5"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1:0:0:2:3:0:0:4", "1::2:3:0:0:4"), ("0001:02:3::04", "1:2:3::4"),
            ("fe80::1.2.3.4", "fe80::102:304"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
            ("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ])
    func `each address is written in one way`(text: String, written: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == written)
        #expect(IPAddress(written) == address)
    }

    @Test(arguments: [
        "", "127.1", "0x7f.0.0.1", "localhost", "1.2.3.4.5", "1.2.3", "1.2.3.", ".1.2.3", "1..2.3", "1.2.3.4.",
        "256.1.1.1", "1.1.1.256", "01.2.3.4", "1.2.3.00", "1.2.3.+4", "1.2.3.4 ", " 1.2.3.4", "1.2.3.4\u{0}",
        "1.2.3.\u{664}",
        "1.2.3.4444444444", "1.2.3.4:80", "::1%lo", "[::1]", ":", ":::", "1:", ":1", "1:2", "1::2::3", "::1:", ":1::",
        "12345::", "::g", "::+1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8",
        "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.256",
    ])
    func `what is no address is none`(text: String) { #expect(IPAddress(text) == nil) }

    /// Texts of the signs that addresses are made of, from a fixed sequence of numbers.
    @Test func `it reads what the C library reads`() {
        var random = Numbers(state: 17)
        let parts = ["0", "1", "00", "ffff", "10", "255", "256", "c0a8", "a", ":", ":", ":", "::", ".", ".", "g"]
        var read = 0
        for _ in 0..<100_000 {
            let text = (0..<Int.random(in: 1...15, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined()
            let address = IPAddress(text)
            #expect(address == Self.ofSystem(text), "\(text)")
            if address != nil { read += 1 }
        }
        #expect(read > 100)
    }

    private static func ofSystem(_ text: String) -> IPAddress? {
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &v4) == 1 { return IPAddress(v4: UInt32(bigEndian: v4.s_addr)) }
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        return withUnsafeBytes(of: v6) { bytes in
            func half(_ start: Int) -> UInt64 {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            }
            return IPAddress(v6: IPv6Bits(high: half(0), low: half(8)))
        }
    }

    @Test func `a socket address is read`() throws {
        var v4 = sockaddr_in()
        v4.sin_family = sa_family_t(AF_INET)
        v4.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
        #expect(withUnsafeBytes(of: v4) { IPAddress(socketAddress: $0) }?.description == "192.0.2.1")
        #expect(withUnsafeBytes(of: v4) { IPAddress(socketAddress: .init(rebasing: $0[..<7])) } == nil)
        var v6 = sockaddr_in6()
        v6.sin6_family = sa_family_t(AF_INET6)
        withUnsafeMutableBytes(of: &v6.sin6_addr) {
            $0.storeBytes(of: UInt128(0xFFFF_0102_0304).bigEndian, as: UInt128.self)
        }
        #expect(withUnsafeBytes(of: v6) { IPAddress(socketAddress: $0) }?.description == "1.2.3.4")
        #expect(withUnsafeBytes(of: v6) { IPAddress(socketAddress: .init(rebasing: $0[..<16])) } == nil)
        v6.sin6_family = sa_family_t(AF_UNIX)
        #expect(withUnsafeBytes(of: v6) { IPAddress(socketAddress: $0) } == nil)
        #expect(IPAddress(socketAddress: UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
    }

    @Test func `a household of IPv6 is one subscriber`() {
        func network(_ text: String) -> IPNetwork? { IPAddress(text)?.subscriberNetwork }
        #expect(network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9"))
        #expect(network("2001:db8:1:2::1") != network("2001:db8:1:3::1"))
        #expect(network("::ffff:192.0.2.1") == network("192.0.2.1"))
        #expect(network("192.0.2.1") != network("192.0.2.2"))
    }
}

/// Numbers that look random and are the same each time.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}
