import Concurrency
import Cryptography
import Foundation
import Testing

@testable import Files

/// What a folder does where several machines keep contents in it.
struct SharedContentFolderTests {
    private let scratch = ScratchFolder()
    private let folder: ContentFolder

    init() throws { folder = try ContentFolder(scratch.path + "/files") }

    private func hash(_ text: String) throws -> ContentHash { try #require(ContentHash(SHA256.hash(Array(text.utf8)))) }

    private func arrived(_ text: String, in place: String? = nil) throws -> String {
        let path = "\(place ?? folder.incoming)/\(UUID())"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func text(of hash: ContentHash) throws -> String {
        try String(contentsOfFile: folder.path(of: hash), encoding: .utf8)
    }

    private func incoming() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.incoming) }

    @Test func `what was brought becomes a content when it is settled, and nothing else is left of it`() throws {
        // Where both are one file system, the same is seen.
        let other = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : scratch.path
        for (text, place) in [("near", scratch.path), ("far", other)] {
            let (hash, source) = (try hash(text), try arrived(text, in: place))
            defer { ContentFolder.forget(source) }
            let brought = try folder.bring(source, as: hash)
            #expect(!folder.has(hash))
            // A transaction that is run again settles it again.
            for _ in 0..<2 { try folder.settle(brought) }
            folder.delete(brought)
            #expect(try self.text(of: hash) == text)
            #expect(try String(contentsOfFile: source, encoding: .utf8) == text)
            #expect(try incoming() == [])
            let mode =
                try FileManager.default.attributesOfItem(atPath: folder.path(of: hash))[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func `a content that is there stays, and a damaged one is replaced`() throws {
        let hash = try hash("whole")
        func settle() throws {
            let brought = try folder.bring(try arrived("whole", in: scratch.path), as: hash)
            try folder.settle(brought)
            folder.delete(brought)
        }
        func number() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path(of: hash))[.systemFileNumber] as? Int
        }
        try settle()
        let first = try number()
        try settle()
        #expect(try number() == first)
        try Data("half".utf8).write(to: URL(filePath: folder.path(of: hash)))
        try settle()
        #expect(try text(of: hash) == "whole")
        #expect(try incoming() == [])
    }

    @Test func `what is missing can't be brought or settled`() throws {
        #expect(throws: NotStored.self) { try folder.bring(scratch.path + "/missing", as: try hash("a")) }
        let brought = try folder.bring(try arrived("a", in: scratch.path), as: try hash("a"))
        folder.delete(brought)
        #expect(throws: NotStored.self) { try folder.settle(brought) }
        #expect(try incoming() == [])
    }

    @Test func `a content that was retired gets its name back, unless it is there again`() throws {
        let hash = try hash("retired")
        try folder.place(try arrived("retired", in: scratch.path), as: hash)
        let retired = try #require(try folder.retire(hash))
        #expect(!folder.has(hash))
        try folder.restore(retired, as: hash)
        #expect(try text(of: hash) == "retired")
        #expect(try incoming() == [])
        let again = try #require(try folder.retire(hash))
        try folder.place(try arrived("retired", in: scratch.path), as: hash)
        try folder.restore(again, as: hash)
        #expect(try text(of: hash) == "retired")
        #expect(try incoming() == [])
    }

    @Test func `what has not changed for a day is deleted of what did not arrive`() throws {
        let left = try arrived("half")
        let now = Int64(Date().timeIntervalSince1970)
        let day = ContentFolder.incomingMemory.components.seconds
        folder.clearIncoming(at: now + day - 60)
        #expect(FileManager.default.fileExists(atPath: left))
        folder.clearIncoming(at: now + day + 60)
        #expect(try incoming() == [])
    }

    @Test func `a folder has a name, which it gets once`() throws {
        #expect(folder.identity == nil)
        try folder.identify(as: "0123-ab")
        #expect(folder.identity == "0123-ab")
        #expect(throws: NotStored.self) { try folder.identify(as: "other") }
        #expect(try ContentFolder(folder.path).identity == "0123-ab")
        // As an operator may write it; or what is too long to be one.
        let file = URL(filePath: "\(folder.path)/\(ContentFolder.identityName)")
        try Data(" 0123-cd\r\n".utf8).write(to: file)
        #expect(folder.identity == "0123-cd")
        try Data(String(repeating: "x", count: 1_000).utf8).write(to: file)
        #expect(folder.identity?.utf8.count == ContentFolder.maximumIdentityBytes)
        try Data("\n".utf8).write(to: file)
        #expect(folder.identity == nil)
    }

    @Test func `a folder that can't be written to is found`() throws {
        try folder.checkWritable()
        #expect(try incoming() == [])
        #expect(throws: NotStored.self) { try ContentFolder(existing: scratch.path + "/missing").checkWritable() }
    }
}
