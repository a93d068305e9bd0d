import HTTP
import Testing

@testable import S3

/// The examples of the Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header".
struct SignatureTests {
    private let signature = Signature(
        key: S3Key(id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")!, region: .standard)

    private func authorization(
        _ method: HTTP.Method, _ path: String, query: [(String, String)] = [], signed: HeaderFields = [:],
        bodyHash: String = Signature.emptyHash
    ) -> String? {
        signature.fields(
            method, host: "examplebucket.s3.amazonaws.com", path: path, query: query, signed: signed,
            bodyHash: bodyHash, time: "20130524T000000Z")["Authorization"]
    }

    private func expected(_ names: String, _ signature: String) -> String {
        """
        AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,\
        SignedHeaders=\(names),Signature=\(signature)
        """
    }

    @Test func `a part of an object is asked for`() {
        #expect(
            authorization(.get, "/test.txt", signed: [.range: "bytes=0-9"])
                == expected(
                    "host;range;x-amz-content-sha256;x-amz-date",
                    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"))
    }

    @Test func `an object is kept`() {
        #expect(
            authorization(
                .put, "/test%24file.text",
                signed: ["Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
                bodyHash: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
                == expected(
                    "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
                    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func `a query without a value is signed, and several in their order`() {
        let names = "host;x-amz-content-sha256;x-amz-date"
        #expect(
            authorization(.get, "/", query: [("lifecycle", "")])
                == expected(names, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
        #expect(
            authorization(.get, "/", query: [("prefix", "J"), ("max-keys", "2")])
                == expected(names, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
    }
}
