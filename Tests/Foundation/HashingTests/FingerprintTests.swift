import Hashing
import Testing

@Suite struct FingerprintTests {
    @Test func `the same bytes have the same fingerprint`() {
        for count in [0, 1, 16, 17, 240, 241, 1_024, 60_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            #expect(Fingerprint(bytes) == Fingerprint(Array(bytes)))
        }
    }

    @Test func `one changed bit changes the fingerprint`() {
        var bytes = [UInt8](repeating: 7, count: 300)
        var seen: Set<Fingerprint> = [Fingerprint(bytes)]
        for bit in 0..<(bytes.count * 8) {
            bytes[bit / 8] ^= 1 << (bit % 8)
            seen.insert(Fingerprint(bytes))
            bytes[bit / 8] ^= 1 << (bit % 8)
        }
        #expect(seen.count == bytes.count * 8 + 1)
        #expect(Set(seen.map(\.description)).count == seen.count)
    }

    /// The value in the XXH3 specification for empty input without seed, 99aa06d3014798d86001c324468d497f.
    @Test func `it is XXH3`() {
        #expect(
            Fingerprint([]).description
                == String(0x99AA_06D3_0147_98D8 as UInt64, radix: 36)
                + String(0x6001_C324_468D_497F as UInt64, radix: 36))
    }
}
