import Concurrency
import Testing

@Suite struct RecentValuesTests {
    @Test func `values that are used stay, and the others go when there are too many`() {
        var values = RecentValues<Int, Int>(maximum: 10)
        values[0] = 0
        for number in 1...100 {
            values[number] = number
            #expect(values.count <= 10)
            #expect(values[0] == 0)
        }
        #expect(values[100] == 100)
        #expect(values[50] == nil)
    }

    @Test func `a value that is removed is gone`() {
        var values = RecentValues<Int, Int>(maximum: 4)
        for number in 0..<3 { values[number] = number }
        values[0] = nil
        values[2] = nil
        #expect(values[0] == nil)
        #expect(values[1] == 1)
        #expect(values[2] == nil)
        #expect(values.count == 1)
    }
}
