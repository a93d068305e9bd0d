public import Concurrency

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder of contents, each once, under the names of their hashes: `ab/cdef…`.
///
/// A content is never changed, so it may be read, and linked into a backup, at any time. What refers to contents is
/// kept elsewhere. All functions wait for the disk: call them in a `BlockingPool`.
public struct ContentFolder: Sendable {
    /// With fewer free bytes the disk takes no more contents: what is left is for messages, which are small, and for the
    /// logs of databases.
    public static let reserve: UInt64 = 512 << 20
    /// The name of the folder for what has not arrived completely.
    static let incomingName = "incoming"
    public let path: String
    /// With fewer free bytes than this nothing is taken.
    let reserve: UInt64

    /// Makes the folder if it is missing, readable by its owner only.
    /// - Throws: `NotStored`.
    public init(_ path: String, reserve: UInt64 = reserve) throws(NotStored) {
        self.path = path
        self.reserve = reserve
        try FileCalls.makeFolder(path)
        try FileCalls.makeFolder(incoming)
    }

    /// A folder that may be there or not, and is not changed until something is copied into it.
    public init(existing path: String) {
        self.path = path
        reserve = Self.reserve
    }

    /// Whether there is such a folder.
    public var isThere: Bool { FileCalls.size(path) != nil }

    /// Where files lie that have not arrived completely, so that taking one needs no copy. What a crash has left there
    /// is deleted by `clearIncoming()`.
    public var incoming: String { "\(path)/\(Self.incomingName)" }

    public func path(of hash: ContentHash) -> String { "\(folder(of: hash))/\(hash.description.dropFirst(2))" }

    func folder(of hash: ContentHash) -> String { folder(beginningWith: hash.bytes[0]) }

    public func has(_ hash: ContentHash) -> Bool { size(of: hash) != nil }

    /// The size of a content in bytes; `nil` where it is not there.
    public func size(of hash: ContentHash) -> Int64? { FileCalls.size(path(of: hash)) }

    /// Whether the disk has room for so many bytes more, beside the reserve; also where that can't be found out, because
    /// writing then says why.
    public func hasRoom(for bytes: Int64 = 0) -> Bool {
        guard let free = FileCalls.freeBytes(path) else { return true }
        return free >= reserve + UInt64(max(0, bytes))
    }

    /// Puts the file at `source` among the contents; it is on the disk, with its name, when this returns. The source
    /// stays where it is, so that this can be repeated, and must not be changed any more.
    ///
    /// On the same file system both are one file; else it is copied.
    /// - Throws: `NotStored`.
    public func place(_ source: String, as hash: ContentHash) throws(NotStored) {
        try FileCalls.makeDurable(source)
        let (folder, target) = (folder(of: hash), path(of: hash))
        if try FileCalls.makeFolder(folder) { try FileCalls.sync(path) }
        if try !FileCalls.link(source, as: target) {
            let copy = temporary(for: hash)
            do {
                try FileCalls.copy(source, to: copy)
                // What is there already is the same.
                try FileCalls.rename(copy, to: target)
            } catch {
                FileCalls.forget(copy)
                throw error
            }
        }
        try FileCalls.sync(folder)
    }

    /// Copies a content into another folder; on the same file system both are one file if `links` is set, as a content is
    /// never changed. One that is missing here, or there already, is left as it is. Its name is on the disk after
    /// `sync()` of the other folder only.
    /// - Returns: its path there, if it was copied.
    /// - Throws: `NotStored`.
    @discardableResult public func copy(
        _ hash: ContentHash, to other: ContentFolder, links: Bool
    ) throws(NotStored) -> String? {
        let (source, target) = (path(of: hash), other.path(of: hash))
        guard has(hash), !other.has(hash) else { return nil }
        for folder in [other.path, other.folder(of: hash)] { try FileCalls.makeFolder(folder) }
        do {
            let isLinked = links ? try FileCalls.link(source, as: target) : false
            if !isLinked { try FileCalls.copy(source, to: target) }
            return target
        } catch {
            // It may have been deleted since it was looked for.
            guard has(hash) else { return nil }
            throw error
        }
    }

    /// Waits until the names of all contents are on the disk.
    /// - Throws: `NotStored`.
    public func sync() throws(NotStored) {
        for byte in UInt8.min...UInt8.max {
            let folder = folder(beginningWith: byte)
            if FileCalls.size(folder) != nil { try FileCalls.sync(folder) }
        }
        try FileCalls.sync(path)
    }

    /// Takes a content away from its name, which takes microseconds even for a large one. One that is missing is away
    /// already.
    /// - Returns: what `delete(_:)` then deletes; `nil` where there was nothing. What is not deleted then,
    ///   `clearIncoming()` deletes.
    /// - Throws: `NotStored`.
    public func retire(_ hash: ContentHash) throws(NotStored) -> RetiredContent? {
        let retired = temporary(for: hash)
        return try FileCalls.renameIfThere(path(of: hash), to: retired) ? RetiredContent(path: retired) : nil
    }

    /// Deletes a content that was retired.
    public func delete(_ content: RetiredContent) { FileCalls.forget(content.path) }

    /// A new name beside the contents.
    func temporary(for hash: ContentHash) -> String {
        "\(incoming)/\(hash).\(UInt64.random(in: .min ... .max))"
    }

    /// Deletes a file that is not among the contents. Where it fails, it stays.
    public static func forget(_ path: String) { FileCalls.forget(path) }

    /// Deletes what did not arrive completely. Call it before anything arrives.
    public func clearIncoming() {
        for name in FileCalls.names(in: incoming) { FileCalls.forget("\(incoming)/\(name)") }
    }

    /// The contents whose hashes begin with a byte: a few at a time, as a folder may hold millions. What has another
    /// name is left out.
    public func contents(beginningWith byte: UInt8) -> [ContentHash] {
        FileCalls.names(in: folder(beginningWith: byte)).compactMap {
            ContentHash(hexadecimal: Self.prefix(byte) + $0)
        }
    }

    /// The folder within this one of the contents whose hashes begin with a byte.
    public func folder(beginningWith byte: UInt8) -> String { "\(path)/\(Self.prefix(byte))" }

    /// Two hexadecimal digits.
    private static func prefix(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0\(digits)" : digits
    }
}

/// A content that has lost its name, and takes room until it is deleted.
public struct RetiredContent: Sendable {
    let path: String
}
