import HTTP
import Testing

@testable import HTTPClient

@Suite struct AddressRuleTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1",
        "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
        "240.0.0.1", "255.255.255.255",
        "::", "::1", "::2", "fc00::1", "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "100::1",
        "2001::1", "2001:db8::1", "3fff::1", "4000::1", "5f00::1", "64:ff9b:1::a00:1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1", "::127.0.0.1",
        "::8.8.8.8", "64:ff9b::127.0.0.1", "64:ff9b::192.168.0.1", "2002:7f00:1::", "2002:c0a8:101::1",
        "2002:808:808::1",
    ])
    func `an address that is not of the public internet is refused`(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!AddressRule.publicOnly.allows(address))
        #expect(AddressRule.any.allows(address))
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
        "2606:4700:4700::1111", "2001:4860:4860::8888", "2001:200::1", "2003::1", "2a00:1450::1", "3ffe::1",
        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    ])
    func `an address of the public internet is allowed`(text: String) throws {
        #expect(AddressRule.publicOnly.allows(try #require(IPAddress(text))))
    }

    @Test(arguments: ["", "127.1", "0x7f.0.0.1", "localhost", "1.2.3.4.5", "::1%lo", "[::1]"])
    func `what is no address is none`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "[::ffff:127.0.0.1]", "0"])
    func `a client for the public internet does not connect to this machine, however it is written`(
        host: String
    ) async throws {
        try await RawServer.run { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        } body: { server in
            let url = "http://\(host):\(server.port)/"
            let answer = try await CurlClient().send(ClientRequest(.get, url))
            #expect(answer.status == .ok)
            var configuration = CurlClient.Configuration()
            configuration.addresses = .publicOnly
            let client = CurlClient(configuration)
            let error = await #expect(throws: TransportError.self) {
                try await client.send(ClientRequest(.get, url))
            }
            #expect(error?.reason == .cannotConnect)
            #expect(error?.detail == "the address is not allowed")
            #expect(server.requests.count == 1)
        }
    }
}
