import Testing

@testable import HTTP

@Suite struct ByteQueueTests {
    private func read(_ queue: inout ByteQueue, atMost count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let moved = bytes.withUnsafeMutableBytes { queue.move(into: $0) }
        return String(decoding: bytes[..<moved], as: UTF8.self)
    }

    @Test func `bytes come out in the order in which they went in, however they are cut`() {
        var queue = ByteQueue()
        for part in ["ab", "", "cde", "f"] { queue.append(Array(part.utf8)) }
        queue.prepend(Array("0".utf8))
        #expect(queue.byteCount == 7)
        #expect(read(&queue, atMost: 2) == "0a")
        #expect(read(&queue, atMost: 3) == "bcd")
        #expect(queue.byteCount == 2)
        queue.append(Array("gh".utf8))
        #expect(read(&queue, atMost: 100) == "efgh")
        #expect(queue.byteCount == 0)
        #expect(read(&queue, atMost: 100) == "")
    }

    @Test func `a queue that never runs empty loses nothing`() {
        var queue = ByteQueue()
        var (sent, received) = ("", "")
        for number in 0..<2_000 {
            let part = "\(number),"
            sent += part
            queue.append(Array(part.utf8))
            if number > 50 { received += read(&queue, atMost: number % 11) }
        }
        received += read(&queue, atMost: 100_000)
        #expect(received == sent)
    }
}
