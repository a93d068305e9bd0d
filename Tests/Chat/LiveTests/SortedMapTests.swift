import Testing

@testable import Live

@Suite("A small dictionary in a sorted array")
struct SortedMapTests {
    @Test("holds what a dictionary does, in order, and little more room than that")
    func likeDictionary() {
        var generator = SystemRandomNumberGenerator()
        var map = SortedMap<Int, Int>()
        var expected: [Int: Int] = [:]
        for _ in 0..<5_000 {
            let key = Int.random(in: 0..<100, using: &generator)
            let value = Bool.random(using: &generator) ? Int.random(in: 0..<1_000, using: &generator) : nil
            #expect(map[key] == expected[key])
            map[key] = value
            expected[key] = value
            #expect(map[key] == value)
            #expect(map.isEmpty == expected.isEmpty)
        }
        #expect(Dictionary(uniqueKeysWithValues: map.map { ($0.key, $0.value) }) == expected)
        #expect(map.map(\.key) == expected.keys.sorted())

        var small = SortedMap<Int, (Int, Int, Int)>()
        for key in (0..<24).reversed() { small[key] = (key, key, key) }
        // Memory comes in steps of 16 bytes.
        #expect(small.capacity <= 25)
    }
}
