import Foundation
import FuzzTargets
import Testing

@Suite struct CorpusTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus")
    private static let maximumBytes = 4_096

    @Test(arguments: FuzzTarget.allCases) func `the property holds for the corpus`(target: FuzzTarget) throws {
        let folder = Self.corpus.appending(path: target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let input = Array(try Data(contentsOf: file))
            #expect(input.count <= Self.maximumBytes, "\(file.lastPathComponent)")
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try target.check(input) }
        }
    }

    @Test func `each folder of the corpus belongs to a target`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }
}
