import Cryptography
import Testing

@Suite struct AEADTests {
    private let key = AEADKey.random()

    @Test(arguments: [0, 1, 15, 16, 17, 1_000])
    func `sealed bytes can be opened`(count: Int) {
        let bytes = SecureRandom.bytes(count)
        let sealed = key.seal(bytes, associatedData: [1, 2, 3])
        #expect(sealed.count == count + AEADKey.overheadBytes)
        #expect(key.open(sealed, associatedData: [1, 2, 3]) == bytes)
    }

    @Test func `the same bytes are sealed differently each time`() {
        #expect(Set((0..<100).map { _ in key.seal([1, 2, 3]) }).count == 100)
    }

    @Test func `a change of any bit is detected`() {
        let sealed = key.seal([1, 2, 3])
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << UInt8(bit)
                #expect(key.open(changed) == nil)
            }
        }
        #expect(key.open(sealed + [0]) == nil)
        for count in 0..<sealed.count { #expect(key.open(sealed.prefix(count)) == nil) }
    }

    @Test func `neither another key nor other associated data opens it`() {
        let sealed = key.seal([1, 2, 3], associatedData: [7])
        #expect(AEADKey.random().open(sealed, associatedData: [7]) == nil)
        #expect(key.open(sealed, associatedData: [8]) == nil)
        #expect(key.open(sealed) == nil)
        #expect(key.open(key.seal([1]), associatedData: [7]) == nil)
    }

    /// Test case 16 of the GCM specification (McGrew and Viega).
    @Test func `it opens the specification's test vector`() throws {
        let key = try #require(
            Hexadecimal.decode("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308").flatMap {
                AEADKey($0)
            })
        let sealed = try #require(
            Hexadecimal.decode(
                "cafebabefacedbaddecaf888"
                    + "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                    + "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"))
        let data = try #require(Hexadecimal.decode("feedfacedeadbeeffeedfacedeadbeefabaddad2"))
        #expect(
            key.open(sealed, associatedData: data).map { Hexadecimal.encode($0) }
                == "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
                + "b16aedf5aa0de657ba637b39")
    }

    @Test func `keys have 32 bytes and an identifier that does not reveal them`() {
        #expect(AEADKey([]) == nil)
        #expect(AEADKey([UInt8](repeating: 0, count: 31)) == nil)
        #expect(AEADKey.random().identifier(bytes: 8) != AEADKey.random().identifier(bytes: 8))
        #expect(key.identifier(bytes: 8) == key.identifier(bytes: 8))
    }
}
