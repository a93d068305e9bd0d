import Bytes
import Concurrency

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of the contents of files that were fetched from where they are kept, each once, under the name of its hash.
///
/// It is a cache: those that were used least recently go when there are too many.
public final class FetchedContents: Sendable {
    /// How much of the disk they take by default, in bytes.
    public static let standardLimit: Int64 = 2 << 30
    /// The most contents.
    static let maximumCount = 20_000
    /// How much is left when some have to go, so that many go at once.
    static let keptShare = 0.9

    private struct Content {
        var bytes: Int64
        /// Grows with each use of any content.
        var used: Int
    }

    private struct State {
        var contents: [String: Content] = [:]
        var bytes: Int64 = 0
        var uses = 0
    }

    public let folder: String
    private let limit: Int64
    private let maximumCount: Int
    private let state: Lock<State>
    private let fetches = SingleFlight<String, Void, ChatError>()
    private static let unfinished = ".part"

    /// Makes the folder if it is missing, and finds what an earlier process has left there.
    ///
    /// - Parameter limit: the most bytes of all contents together.
    /// - Throws: what `FileManager` throws.
    public convenience init(_ folder: String, limit: Int64 = standardLimit) throws {
        try self.init(folder, limit: limit, maximumCount: Self.maximumCount)
    }

    init(_ folder: String, limit: Int64, maximumCount: Int) throws {
        self.folder = folder
        self.limit = limit
        self.maximumCount = maximumCount
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var state = State()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let path = "\(folder)/\(name)"
            if name.utf8.reversed().starts(with: Self.unfinished.utf8.reversed()) {
                try FileManager.default.removeItem(atPath: path)
            } else if Self.hash(name) != nil {
                let bytes = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64) ?? 0
                state.contents[name] = Content(bytes: Int64(clamping: bytes), used: 0)
                state.bytes += Int64(clamping: bytes)
            }
        }
        self.state = Lock(state)
    }

    /// How many bytes they have together.
    var bytes: Int64 { state.withLock { $0.bytes } }

    public func path(of hash: [UInt8]) -> String { "\(folder)/\(Self.name(hash))" }

    /// Returns when the content lies at its path.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of the content. That it is right is not checked here.
    ///   - write: makes a file of so many bytes at a path, once for all who wait for the same content.
    public func fetch(
        _ hash: [UInt8], bytes: Int64, _ write: @escaping @Sendable (_ path: String) async throws(ChatError) -> Void
    ) async throws(ChatError) {
        let name = Self.name(hash)
        if use(name) { return }
        try await fetches.run(name) { () async throws(ChatError) in
            if self.use(name) { return }
            let path = self.newPath(name)
            do throws(ChatError) {
                try await write(path)
                try await FileParts.rename(path, to: "\(self.folder)/\(name)")
            } catch {
                await FileParts.delete(path)
                throw error
            }
            await self.makeRoom(beside: name, bytes: bytes)
        }
    }

    /// Gives a content another name, under which it stays until somebody deletes it, or the next process begins.
    /// - Returns: the path.
    /// - Throws: `.notWritable`, also where the content is not there any more.
    public func link(_ hash: [UInt8]) async throws(ChatError) -> String {
        let path = newPath(Self.name(hash))
        try await FileParts.link(self.path(of: hash), as: path)
        return path
    }

    /// For what is not a content, or not yet.
    private func newPath(_ name: String) -> String {
        "\(folder)/\(name).\(UInt64.random(in: .min ... .max))\(Self.unfinished)"
    }

    /// Moves a file with a content here, from the same file system; where that fails, it is fetched when it is wanted.
    public func take(_ path: String, as hash: [UInt8], bytes: Int64) async {
        let name = Self.name(hash)
        guard (try? await FileParts.rename(path, to: "\(folder)/\(name)")) != nil, !use(name) else { return }
        await makeRoom(beside: name, bytes: bytes)
    }

    private func makeRoom(beside name: String, bytes: Int64) async {
        for name in add(name, bytes: bytes) { await FileParts.delete("\(folder)/\(name)") }
    }

    /// Whether a content is there; it counts as used then.
    private func use(_ name: String) -> Bool {
        state.withLock { state in
            guard state.contents[name] != nil else { return false }
            state.uses += 1
            state.contents[name]?.used = state.uses
            return true
        }
    }

    /// - Returns: those that have to go.
    private func add(_ name: String, bytes: Int64) -> [String] {
        state.withLock { state in
            state.uses += 1
            state.contents[name] = Content(bytes: bytes, used: state.uses)
            state.bytes += bytes
            guard state.bytes > limit || state.contents.count > maximumCount else { return [] }
            var gone: [String] = []
            for (other, content) in state.contents.sorted(by: { $0.value.used < $1.value.used }) where other != name {
                guard
                    Double(state.bytes) > Double(limit) * Self.keptShare
                        || Double(state.contents.count) > Double(maximumCount) * Self.keptShare
                else { break }
                state.contents[other] = nil
                state.bytes -= content.bytes
                gone.append(other)
            }
            return gone
        }
    }

    private static func name(_ hash: [UInt8]) -> String {
        var name = ByteBuffer(capacity: 2 * hash.count)
        for byte in hash { name.append(hexadecimal: byte) }
        return name.text
    }

    /// 32 bytes of 64 hexadecimal digits; `nil` for anything else.
    package static func hash(_ text: String) -> [UInt8]? {
        let values = text.utf8.map(\.hexadecimalValue)
        guard values.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: values.count, by: 2) {
            guard let high = values[index], let low = values[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
