import Concurrency
import Cryptography
import Foundation
import Testing

@testable import Files

struct ContentFolderTests {
    private let scratch = ScratchFolder()
    private let folder: ContentFolder

    init() throws { folder = try ContentFolder(scratch.path + "/files") }

    private func hash(_ text: String) throws -> ContentHash { try #require(ContentHash(SHA256.hash(Array(text.utf8)))) }

    /// A file that has arrived.
    private func arrived(_ text: String, in place: String? = nil) throws -> String {
        let path = "\(place ?? folder.incoming)/\(UUID())"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a content lies under its hash, readable by its owner only, and is no copy`() throws {
        let hash = try hash("hello")
        let source = try arrived("hello")
        #expect(!folder.has(hash))
        try folder.place(source, as: hash)
        let digits = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        #expect(hash.description == digits)
        #expect(folder.path(of: hash) == "\(folder.path)/2c/\(digits.dropFirst(2))")
        #expect(try String(contentsOfFile: folder.path(of: hash), encoding: .utf8) == "hello")
        #expect(folder.size(of: hash) == 5)
        let modes = try [folder.path, "\(folder.path)/2c", folder.incoming, folder.path(of: hash)].map(mode)
        #expect(modes == [0o700, 0o700, 0o700, 0o600])
        let numbers = try [source, folder.path(of: hash)].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.systemFileNumber] as? Int
        }
        #expect(numbers[0] == numbers[1])
    }

    @Test func `equal contents are kept once`() throws {
        let hash = try hash("twice")
        for _ in 0..<2 { try folder.place(try arrived("twice"), as: hash) }
        #expect(folder.contents(beginningWith: hash.bytes[0]) == [hash])
    }

    @Test func `a file of another file system is copied, and nothing else is left of it`() throws {
        // Where both are one file system, the same is seen.
        let other = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : scratch.path
        let hash = try hash("from afar")
        let source = try arrived("from afar", in: other)
        defer { ContentFolder.forget(source) }
        try folder.place(source, as: hash)
        #expect(try String(contentsOfFile: folder.path(of: hash), encoding: .utf8) == "from afar")
        #expect(try mode(folder.path(of: hash)) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.incoming) == [])
    }

    @Test func `a missing file is not placed`() throws {
        let hash = try hash("nothing")
        #expect(throws: NotStored.self) { try folder.place(scratch.path + "/none", as: hash) }
        #expect(!folder.has(hash))
    }

    @Test(arguments: [true, false])
    func `a content is copied into another folder, as a link where that is asked for`(links: Bool) throws {
        let (hash, missing) = (try hash("copied"), try hash("missing"))
        try folder.place(try arrived("copied"), as: hash)
        let other = ContentFolder(existing: scratch.path + "/other")
        #expect(!other.isThere)
        #expect(try folder.copy(missing, to: other, links: links) == nil)
        #expect(!other.isThere)
        #expect(try folder.copy(hash, to: other, links: links) == other.path(of: hash))
        #expect(try folder.copy(hash, to: other, links: links) == nil)
        try other.sync()
        #expect(try String(contentsOfFile: other.path(of: hash), encoding: .utf8) == "copied")
        let modes = try [other.path, other.folder(beginningWith: hash.bytes[0]), other.path(of: hash)].map(mode)
        #expect(modes == [0o700, 0o700, 0o600])
        let numbers = try [folder.path(of: hash), other.path(of: hash)].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.systemFileNumber] as? Int
        }
        #expect((numbers[0] == numbers[1]) == links)
    }

    @Test func `a folder that can't be made says why`() throws {
        try Data().write(to: URL(filePath: scratch.path + "/file"))
        #expect(throws: NotStored.self) { try ContentFolder(scratch.path + "/file/files") }
    }

    @Test func `a retired content has no name any more, and is gone once it is deleted`() throws {
        let hash = try hash("gone")
        let source = try arrived("gone")
        try folder.place(source, as: hash)
        ContentFolder.forget(source)
        let retired = try #require(try folder.retire(hash))
        #expect(!folder.has(hash))
        #expect(try folder.retire(hash) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.incoming).count == 1)
        folder.delete(retired)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.incoming) == [])
    }

    @Test func `what did not arrive completely is cleared, and contents stay`() throws {
        let hash = try hash("kept")
        try folder.place(try arrived("kept"), as: hash)
        _ = try arrived("half of a fi")
        folder.clearIncoming()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.incoming) == [])
        #expect(folder.has(hash))
    }

    @Test func `all contents are listed by the first byte of their hashes, and nothing else`() throws {
        let texts = (0..<300).map { "content \($0)" }
        for text in texts { try folder.place(try arrived(text), as: try hash(text)) }
        let first = try hash(texts[0])
        try Data().write(to: URL(filePath: "\(folder.path)/\(first.description.prefix(2))/not-a-hash"))
        let found = (UInt8.min...UInt8.max).map { folder.contents(beginningWith: $0) }
        #expect(Set(found.joined()) == Set(try texts.map(hash)))
        #expect(found.enumerated().allSatisfy { byte, hashes in hashes.allSatisfy { Int($0.bytes[0]) == byte } })
    }

    @Test func `there is room as long as the reserve stays free`() throws {
        let all = try ContentFolder(scratch.path + "/files", reserve: 0)
        let none = try ContentFolder(scratch.path + "/files", reserve: UInt64(Int64.max))
        #expect(all.hasRoom())
        #expect(!all.hasRoom(for: .max))
        #expect(!none.hasRoom())
    }

    @Test(arguments: ["", "ab", String(repeating: "g", count: 64), String(repeating: "A", count: 64)])
    func `only hexadecimal digits of lower case are a hash`(_ text: String) {
        #expect(ContentHash(hexadecimal: text) == nil)
    }
}

/// A folder that goes with this value.
final class ScratchFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "engawa-files-\(UUID())").path

    init() {
        // Where it can't be made, the tests fail when they use it.
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
