public import Concurrency

// What a folder needs in which several processes, on several machines, keep contents: they agree by locks elsewhere, and
// are held only for a moment.
extension ContentFolder {
    /// What has not arrived completely, or has lost its name, is deleted after this time without a change: whoever was at
    /// work on it is gone.
    public static let incomingMemory = Duration.seconds(24 * 3_600)
    /// The name of the file that names the folder.
    public static let identityName = "identity"
    /// The most bytes of a folder's name.
    static let maximumIdentityBytes = 100

    /// Brings the file at `source` onto the folder's file system; it is on the disk when this returns, and stays where it
    /// is. Takes as long as copying takes.
    /// - Returns: what `settle(_:)` makes a content, and `delete(_:)` deletes, whether or not that was done.
    /// - Throws: `NotStored`.
    public func bring(_ source: String, as hash: ContentHash) throws(NotStored) -> BroughtContent {
        let brought = temporary(for: hash)
        try FileCalls.makeDurable(source)
        do throws(NotStored) {
            if try !FileCalls.link(source, as: brought) { try FileCalls.copy(source, to: brought) }
            guard let bytes = FileCalls.size(brought) else { throw NotStored.notWritable("\(brought): is missing") }
            return BroughtContent(hash: hash, path: brought, bytes: bytes)
        } catch {
            FileCalls.forget(brought)
            throw error
        }
    }

    /// Gives what was brought the name of its content; it is on the disk with it when this returns. The same content that
    /// is there already stays; one of another size is damaged, and replaced. May be done again.
    ///
    /// Takes no copy. Asks the file system to make the name, and does not look whether there is one: what was looked up
    /// in a folder of another machine may be some seconds old.
    /// - Throws: `NotStored`.
    public func settle(_ content: BroughtContent) throws(NotStored) {
        let (folder, target) = (folder(of: content.hash), path(of: content.hash))
        if try FileCalls.makeFolder(folder) { try FileCalls.sync(path) }
        let isLinked = try FileCalls.link(content.path, as: target)
        if !isLinked || FileCalls.size(target) != content.bytes {
            // Where there are no links, it has no other name afterwards: then it is there when this is done again.
            let isMoved = try FileCalls.renameIfThere(content.path, to: target)
            guard isMoved || FileCalls.size(target) == content.bytes else {
                throw NotStored.notWritable("\(content.path): is missing")
            }
        }
        try FileCalls.sync(folder)
    }

    /// Deletes what was brought.
    public func delete(_ content: BroughtContent) { FileCalls.forget(content.path) }

    /// Gives a content that was retired its name back; where the content is there again, nothing is left of the other.
    /// - Throws: `NotStored`.
    public func restore(_ content: RetiredContent, as hash: ContentHash) throws(NotStored) {
        if try FileCalls.link(content.path, as: path(of: hash)) {
            FileCalls.forget(content.path)
        } else {
            _ = try FileCalls.renameIfThere(content.path, to: path(of: hash))
        }
    }

    /// Deletes what did not arrive completely and has not changed for `incomingMemory`. The clock of the machine may differ
    /// from that of the file system by hours.
    public func clearIncoming(at secondsSince1970: Int64) {
        for name in FileCalls.names(in: incoming) {
            let path = "\(incoming)/\(name)"
            guard let changed = FileCalls.changeTime(path) else { continue }
            if secondsSince1970 - changed >= Self.incomingMemory.components.seconds { FileCalls.forget(path) }
        }
    }

    /// Makes a file, and deletes it.
    /// - Throws: `NotStored` where contents can't be kept.
    public func checkWritable() throws(NotStored) {
        let path = "\(incoming)/check.\(UInt64.random(in: .min ... .max))"
        defer { FileCalls.forget(path) }
        try FileCalls.makeFile(path, [])
    }

    /// The name by which processes know that their folders are the same; `nil` where it has none yet.
    public var identity: String? {
        guard let bytes = FileCalls.beginning(of: "\(path)/\(Self.identityName)", Self.maximumIdentityBytes) else {
            return nil
        }
        let text = String(decoding: bytes.filter { $0 > UInt8(ascii: " ") && $0 < 0x7F }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Names a folder that has no name yet.
    /// - Throws: `NotStored`, also where it has one.
    public func identify(as name: String) throws(NotStored) {
        try FileCalls.makeFile("\(path)/\(Self.identityName)", Array("\(name)\n".utf8))
        try FileCalls.sync(path)
    }
}

/// A file on the folder's file system that is not one of its contents yet.
public struct BroughtContent: Sendable {
    let hash: ContentHash
    let path: String
    /// Its size.
    let bytes: Int64
}
