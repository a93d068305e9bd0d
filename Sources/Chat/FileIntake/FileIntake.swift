public import Chat
import Concurrency
public import FileTypes
public import HTTP
import Pictures

/// Takes files in: finds out what they are, cleans pictures, and keeps them.
public struct FileIntake: Sendable {
    public let files: any FileRepository
    private let types: FileTypeDetector

    /// One picture at a time is in memory at its full size, and so many more may wait for that.
    private static let cleaning = PoolShare(limit: 1, maximumWaiting: 256)

    public init(_ files: any FileRepository, types: FileTypeDetector) {
        self.files = files
        self.types = types
    }

    /// Keeps a file for a message of `user`. A repository that inspects files gets it as it arrived.
    ///
    /// - Throws: `ChatError`, `BlockingPool.Full`, `CancellationError`.
    public func keep(
        _ received: ReceivedFile, as id: FileID = .random(), of user: UserID
    ) async throws -> Attachment {
        let name = FileName(received.name)
        var type = FileType.unknown
        if !files.inspects {
            let types = types
            type = try await BlockingPool.shared.run { types.type(of: received.path, named: name) }
            if FilePresentation(type) == .picture,
                let picture = try await cleaned(received, id, name, type, of: user)
            {
                return picture
            }
        }
        guard let path = received.take() else { throw ChatError(.notFound, during: "keep") }
        return try await files.add(
            NewFile(id: id, name: name, type: type, path: path, bytes: Int64(received.bytes), hash: received.hash),
            of: user)
    }

    /// Keeps a picture without what tells more than it shows; `nil` where it can't be decoded, and is a file like any other.
    private func cleaned(
        _ received: ReceivedFile, _ id: FileID, _ name: FileName, _ type: FileType, of user: UserID
    ) async throws -> Attachment? {
        let path = "\(received.path).cleaned"
        guard let picture = try await Self.cleaning.run({ SentPicture(cleaning: received.path, to: path) }),
            let shape = PictureShape(width: picture.width, height: picture.height, firstLook: picture.firstLook)
        else { return nil }
        return try await files.add(
            NewFile(
                id: id, name: name, type: type, picture: shape, path: path, bytes: Int64(picture.bytes),
                hash: picture.hash),
            of: user)
    }
}
