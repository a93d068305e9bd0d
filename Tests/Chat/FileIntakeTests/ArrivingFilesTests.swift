import Chat
import Cryptography
import Eventually
import Foundation
import HTTP
import Testing

@testable import FileIntake

/// Files that arrive in parts.
final class ArrivingFilesTests {
    private let folder = NSTemporaryDirectory() + "arriving-\(UUID())"
    private let (file, alice, bob) = (FileID.random(), UserID.random(), UserID.random())

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

    @Test func `parts make a file, and one that has arrived already changes nothing`() async throws {
        let arriving = ArrivingFiles(folder: folder)
        func take(_ text: String, at offset: Int64) async throws -> Int64 {
            try await arriving.take(Array(text.utf8), at: offset, of: file, size: 6, by: alice)
        }
        #expect(arriving.received(file, of: alice) == nil)
        #expect(try await take("abc", at: 0) == 3)
        #expect(try await take("abc", at: 0) == 3)
        #expect(arriving.finish(file, named: "a", by: alice) == nil)
        #expect(try await take("def", at: 3) == 6)
        #expect(try await take("def", at: 3) == 6)
        #expect(arriving.received(file, of: bob) == nil)
        #expect(arriving.finish(file, named: "a", by: bob) == nil)
        let whole = try #require(arriving.finish(file, named: "a", by: alice))
        #expect(FileManager.default.contents(atPath: whole.path) == Data("abcdef".utf8))
        #expect(whole.hash == SHA256.hash(Array("abcdef".utf8)))
        #expect(whole.bytes == 6)
        #expect(arriving.finish(file, named: "a", by: alice) == nil)
    }

    @Test func `an empty file arrives too`() async throws {
        let arriving = ArrivingFiles(folder: folder)
        #expect(try await arriving.take([], at: 0, of: file, size: 0, by: alice) == 0)
        let whole = try #require(arriving.finish(file, named: "a", by: alice))
        #expect(FileManager.default.contents(atPath: whole.path) == Data())
    }

    @Test func `a part that does not follow is refused`() async throws {
        let arriving = ArrivingFiles(folder: folder)
        func isRefused(_ count: Int, at offset: Int64, size: Int64) async -> Bool {
            do {
                _ = try await arriving.take(
                    [UInt8](repeating: 1, count: count), at: offset, of: file, size: size, by: alice)
                return false
            } catch { return error as? ArrivingFiles.Refusal == .outOfPlace }
        }
        #expect(await isRefused(1, at: 1, size: 6))
        #expect(await isRefused(7, at: 0, size: 6))
        #expect(await !isRefused(2, at: 0, size: 6))
        #expect(await isRefused(1, at: 3, size: 6))
        #expect(await isRefused(2, at: 1, size: 6))
        #expect(await isRefused(5, at: 2, size: 6))
        #expect(await isRefused(1, at: 2, size: 7))
        #expect(await !isRefused(4, at: 2, size: 6))
    }

    @Test func `no more files arrive than there may, and those that stay away are forgotten`() async throws {
        let arriving = ArrivingFiles(folder: folder)
        for _ in 0..<ArrivingFiles.maximumFiles {
            _ = try await arriving.take([1], at: 0, of: .random(), size: 2, by: alice)
        }
        await #expect(throws: ArrivingFiles.Refusal.tooMany) {
            try await arriving.take([1], at: 0, of: .random(), size: 2, by: alice)
        }
        #expect(try names().count == ArrivingFiles.maximumFiles)
        let forgetful = ArrivingFiles(folder: folder, memory: .zero)
        for _ in 0..<(2 * ArrivingFiles.maximumFiles) {
            _ = try await forgetful.take([1], at: 0, of: .random(), size: 2, by: alice)
        }
        // A thread that has written to a file may hold it a moment longer.
        try await eventually { try names().count == ArrivingFiles.maximumFiles + 1 }
    }

    @Test func `they announce no more bytes together than they may`() async throws {
        let arriving = ArrivingFiles(folder: folder)
        _ = try await arriving.take([], at: 0, of: file, size: ArrivingFiles.maximumBytes, by: alice)
        await #expect(throws: ArrivingFiles.Refusal.tooMany) {
            try await arriving.take([], at: 0, of: .random(), size: 1, by: bob)
        }
    }

    @Test func `what nobody keeps is deleted`() async throws {
        let arriving = ArrivingFiles(folder: folder)
        _ = try await arriving.take([1], at: 0, of: file, size: 1, by: alice)
        #expect(try names().count == 1)
        _ = arriving.finish(file, named: "a", by: alice)
        #expect(try names().isEmpty)
    }
}
