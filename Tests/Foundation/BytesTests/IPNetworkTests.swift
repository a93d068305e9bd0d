import Bytes
import Testing

@Suite struct IPNetworkTests {
    @Test(
        arguments: [
            ("10.0.0.0/8", "10.0.0.0", true), ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "9.255.255.255", false), ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.0", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("10.0.0.0/8", "a00::", false),
            ("172.16.0.0/12", "172.31.255.255", true), ("172.16.0.0/12", "172.32.0.0", false),
            ("0.0.0.0/0", "255.255.255.255", true), ("0.0.0.0/0", "::", false),
            ("2001:db8::/32", "2001:db8:ffff::", true), ("2001:db8::/32", "2001:db9::", false),
            ("2000::/3", "3fff::", true), ("2000::/3", "4000::", false), ("::1", "::1", true), ("::1", "::", false),
            ("::/0", "ffff::", true), ("::/0", "192.0.2.1", false), ("::/64", "192.0.2.1", false),
        ] as [(String, String, Bool)])
    func `a network holds the addresses of its family that begin alike`(
        network: String, address: String, isInside: Bool
    ) throws {
        let address = try #require(IPAddress(address))
        #expect(try #require(IPNetwork(network)).contains(address) == isInside)
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/+8", "10.0.0.0/-1", "10.0.0.0/ 8",
        "10.0.0.0/8/8", "10.0.0.0/\u{301}8", "10.0.0.0/99999999999999999999", "2001:db8::/129", "2001:db8::1/64",
        "::ffff:10.0.0.0/104", "10.0.0/8",
    ])
    func `what is no network is none`(text: String) { #expect(IPNetwork(text) == nil) }
}
