import Compression
import Foundation
import Testing

@Suite struct CompressionTests {
    private let text = Array(String(repeating: "縁側 is a veranda. ", count: 500).utf8)

    /// Read back by another program than the one that wrote it.
    @Test(arguments: [
        (ContentCoding.gzip, "import sys,gzip;sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))")
    ])
    func `what gzip compressed is what it was`(coding: ContentCoding, program: String) throws {
        let compressed = try #require(coding.compress(text))
        #expect(compressed.count < text.count / 10)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(compressed))
        try input.fileHandleForWriting.close()
        #expect(Array(output.fileHandleForReading.readDataToEndOfFile()) == text)
    }

    @Test(arguments: ContentCoding.allCases) func `little effort is enough for what repeats itself`(
        coding: ContentCoding
    ) {
        #expect((coding.compress(text, .little)?.count ?? .max) < text.count / 10)
    }

    @Test(arguments: ContentCoding.allCases) func `what would not be smaller is not compressed`(coding: ContentCoding) {
        #expect(coding.compress([]) == nil)
        #expect(coding.compress([1, 2, 3]) == nil)
        #expect((coding.compress(text)?.count ?? .max) < text.count / 10)
    }
}
