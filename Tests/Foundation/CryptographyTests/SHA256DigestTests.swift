import Cryptography
import Testing

@Suite struct SHA256DigestTests {
    @Test func `parts have the digest of the whole`() {
        let whole = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let digest = SHA256Digest()
        for start in stride(from: 0, to: whole.count, by: 777) {
            whole[start..<min(start + 777, whole.count)].withUnsafeBytes { digest.update($0) }
        }
        digest.update(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(digest.finish() == SHA256.hash(whole))
        // FIPS 180-4's empty message.
        #expect(Hexadecimal.encode(SHA256Digest().finish()).hasPrefix("e3b0c44298fc1c149afbf4c8996fb924"))
    }
}
