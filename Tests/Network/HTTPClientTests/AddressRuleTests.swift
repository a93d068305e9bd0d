import Bytes
import HTTP
import Testing

@testable import HTTPClient

@Suite struct AddressRuleTests {
    @Test func `an address that is not of the public internet is refused`() throws {
        let address = try #require(IPAddress("192.168.1.1"))
        #expect(!AddressRule.publicOnly.allows(address))
        #expect(AddressRule.any.allows(address))
        #expect(AddressRule.publicOnly.allows(try #require(IPAddress("8.8.8.8"))))
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
