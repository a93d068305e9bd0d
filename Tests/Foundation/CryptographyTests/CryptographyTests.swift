import Cryptography
import Testing

@Suite struct CryptographyTests {
    /// The example of FIPS 180-4.
    @Test func `SHA-256 gives what the standard says`() {
        #expect(
            Hexadecimal.encode(SHA256.hash(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(SHA256.hash([]).count == SHA256.digestBytes)
    }

    @Test func `hexadecimal accepts only pairs of lower-case digits`() {
        #expect(Hexadecimal.decode("00ff7a") == [0, 255, 122])
        for wrong in ["0", "0G", "FF", "0 ", "ü"] { #expect(Hexadecimal.decode(wrong) == nil, "\(wrong)") }
    }
}
