import SoftwareAuthenticator
import Testing

@testable import WebAuthn

@Suite struct CBORStructureTests {
    @Test(
        arguments: [
            CBOR.int(0), CBOR.int(-257), CBOR.bytes([]), CBOR.text("none"), CBOR.map([]), CBOR.array([]),
            CBOR.bool(true), CBOR.bool(false), CBOR.bytes([UInt8](repeating: 1, count: 5_000)),
            CBOR.map([(CBOR.text("x5c"), CBOR.array([CBOR.bytes([1]), CBOR.bytes([2])]))]),
            // The same number in a needlessly long encoding.
            [0x18, 0x01], [0x19, 0x00, 0x01], CBOR.declared(2, count: 1) + [7],
        ])
    func `an authenticator's output is one value`(bytes: [UInt8]) {
        #expect(CBORStructure.isOneValue(bytes[...]))
        #expect(!CBORStructure.isOneValue((bytes + [0])[...]), "something behind it")
        #expect(!CBORStructure.isOneValue(bytes.dropLast()[...]), "cut off")
        #expect(CBORStructure.firstValue(of: (bytes + [0])[...])?.count == bytes.count)
    }

    @Test(
        arguments: [
            [], CBOR.declared(2, count: 1), CBOR.declared(4, count: .max) + [0], CBOR.declared(5, count: 1) + [0],
            CBOR.declared(0, count: 1).dropLast() + [],
            // Indefinite lengths, a tag, null, undefined, a simple value, and floats.
            [0x9F, 0xFF], [0xBF, 0xFF], [0x5F, 0xFF], [0x7F, 0xFF], [0xC0, 0x00], [0xF6], [0xF7], [0xE0], [0xF8, 0x14],
            [0xF9, 0, 0], [0xFA, 0, 0, 0, 0], [0xFB, 0, 0, 0, 0, 0, 0, 0, 0], [0xFF], [0x1C], [0x1F],
        ] as [[UInt8]])
    func `types that no authenticator writes are rejected`(bytes: [UInt8]) {
        #expect(CBORStructure.firstValue(of: bytes[...]) == nil)
    }

    @Test func `depth and number of values are limited, and the limits can be reached`() {
        func nested(_ depth: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: depth) + [0] }
        #expect(CBORStructure.isOneValue(nested(CBORStructure.maximumDepth)[...]))
        #expect(!CBORStructure.isOneValue(nested(CBORStructure.maximumDepth + 1)[...]))
        func array(_ count: Int) -> [UInt8] { CBOR.array([[UInt8]](repeating: [0], count: count)) }
        #expect(CBORStructure.isOneValue(array(CBORStructure.maximumItems - 1)[...]))
        #expect(!CBORStructure.isOneValue(array(CBORStructure.maximumItems)[...]))
    }

    /// Computes the length of the first value with another algorithm: without recursion, by counting the remaining
    /// values.
    private func declaredBytes(_ bytes: [UInt8]) -> UInt64? {
        var (position, toCome): (UInt64, UInt64) = (0, 1)
        while toCome > 0 {
            guard position < bytes.count else { return nil }
            let head = bytes[Int(position)]
            let length: UInt64 = head & 0x1F < 24 ? 0 : 1 << UInt64(min(head & 0x1F - 24, 8))
            guard length <= 8, position + length < bytes.count else { return nil }
            let number =
                length == 0
                ? UInt64(head & 0x1F)
                : bytes[Int(position) + 1...Int(position + length)].reduce(0) { $0 << 8 | UInt64($1) }
            position += 1 + length
            toCome -= 1
            guard number <= UInt64(bytes.count) || !(2...5).contains(head >> 5) else { return nil }
            switch head >> 5 {
            case 2, 3: position += number
            case 4: toCome += number
            case 5: toCome += 2 * number
            default: break
            }
        }
        return position <= bytes.count ? position : nil
    }

    @Test func `twenty thousand mutations are accepted only if their declared lengths are true, and none traps`() throws
    {
        var random = SplitMix64(state: 20_261_123)
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: [1])
        let challenge = Challenge.random()
        var packed = SoftwareAuthenticator.Twist()
        packed.format = "packed"
        packed.extensions = CBOR.map([
            (CBOR.text("credProtect"), CBOR.int(2)), (CBOR.text("hmac-secret"), CBOR.bool(true)),
        ])
        packed.statement = CBOR.map([
            (CBOR.text("alg"), CBOR.int(-7)), (CBOR.text("sig"), CBOR.bytes([UInt8](repeating: 9, count: 70))),
            (CBOR.text("x5c"), CBOR.array([CBOR.bytes([UInt8](repeating: 8, count: 300))])),
        ])
        let originals = [
            authenticator.register(challenge).attestation, authenticator.register(challenge, packed).attestation,
        ]
        for original in originals { #expect(declaredBytes(original) == UInt64(original.count)) }
        var passed = 0
        for round in 0..<20_000 {
            var bytes = originals[round % originals.count]
            for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, &random) }
            if CBORStructure.isOneValue(bytes[...]) {
                passed += 1
                #expect(declaredBytes(bytes) == UInt64(bytes.count), "\(bytes)")
            }
            let object = AttestationObject(bytes)
            if let data = object.flatMap({ AuthenticatorData($0.authenticatorData) }) { _ = data.isWellFormed }
        }
        // Most mutations change strings, whose content is arbitrary.
        #expect(passed > 1_000 && passed < 20_000)
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes.remove(at: place)
        case 3:
            let count = UInt64.random(in: 0...(.max), using: &random) >> UInt64.random(in: 0...63, using: &random)
            bytes.insert(contentsOf: CBOR.declared(.random(in: 2...5, using: &random), count: count), at: place)
        default: bytes.removeLast(bytes.count - place)
        }
    }
}

/// A deterministic generator (Steele, Lea and Flood, 2014).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
