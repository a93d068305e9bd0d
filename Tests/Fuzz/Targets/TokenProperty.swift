import Bytes
import JOSE

/// Nothing counts as signed but what was signed, and a key set is read again from its own text.
enum TokenProperty {
    /// RFC 7515, appendix A.3: its key, and its token, which the corpus has too.
    private static let keys = try? KeySet(
        parsing: Array(
            """
            {"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
            """.utf8))
    private static let token =
        "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9"
        + "pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqP"
        + "P3-Kg6NU1Q"

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let keys else { throw Violation(description: "the key of the standard is not read") }
        if let text = String(validating: input, as: UTF8.self), let token = try? CompactToken(text) {
            let verified = try? token.verified(with: keys, allowing: [.es256, .rs256, .ps256])
            try require(verified == nil || text == self.token, "a token counts as signed that is not")
            try require(verified != nil || text != self.token, "the token of the standard does not count as signed")
            _ = (token.unverifiedExpiry, token.unverifiedSubject)
        }
        if let set = try? KeySet(parsing: input) {
            let again = try? KeySet(parsing: set.json.bytes)
            try require(again == set, "a key set changes")
        }
    }
}
