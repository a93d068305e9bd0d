import ChildProcess
import Compression
import Testing

@Suite struct CompressionTests {
    private let text = Array(String(repeating: "縁側 is a veranda. ", count: 500).utf8)

    /// Decompressed by a program other than the compressor.
    @Test(arguments: [
        (ContentCoding.gzip, "import sys,gzip;sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))")
    ])
    func `compressed bytes are decompressed by gzip`(coding: ContentCoding, program: String) async throws {
        let compressed = try #require(coding.compress(text))
        #expect(compressed.count < text.count / 10)
        #expect(try await ChildProcess.run(["python3", "-c", program], input: compressed).output == text)
    }

    @Test(arguments: ContentCoding.allCases) func `the low effort compresses repetitive text well`(
        coding: ContentCoding
    ) {
        #expect((coding.compress(text, .little)?.count ?? .max) < text.count / 10)
    }

    @Test(arguments: ContentCoding.allCases) func `bytes that would not get smaller are not compressed`(
        coding: ContentCoding
    ) {
        #expect(coding.compress([]) == nil)
        #expect(coding.compress([1, 2, 3]) == nil)
        #expect((coding.compress(text)?.count ?? .max) < text.count / 10)
    }
}
