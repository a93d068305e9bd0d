public import Chat
import Concurrency
public import FileTypes
public import HTTP
public import Logging
public import Pictures

/// Takes files in: has them looked at for malicious software, finds out what they are, cleans pictures, and keeps them.
public struct FileIntake: Sendable {
    public let files: any FileRepository
    private let types: FileTypeDetector
    private let scanner: ClamAV?
    private let converter: HEIFConverter?
    private let log: Logger

    /// One picture at a time is in memory at its full size, and so many more may wait for that.
    private static let cleaning = PoolShare(limit: 1, maximumWaiting: 256)

    /// - Parameter scanner: looks at each file before anything else; a file at which it can't look is not taken. Without
    ///   one, nothing looks.
    /// - Parameter converter: makes JPEG of the pictures of phones. Without one, they are files like any other.
    public init(
        _ files: any FileRepository, types: FileTypeDetector, scanner: ClamAV? = nil,
        converter: HEIFConverter? = HEIFConverter(), log: Logger = .silent
    ) {
        self.files = files
        self.types = types
        self.scanner = scanner
        self.converter = converter
        self.log = log
    }

    /// Keeps a file for a message of `user`. A repository that inspects files gets it as it arrived.
    ///
    /// - Throws: `ChatError`, `BlockingPool.Full`, `CancellationError`.
    public func keep(
        _ received: ReceivedFile, as id: FileID = .random(), of user: UserID
    ) async throws -> Attachment {
        try await scan(received, of: user)
        let name = FileName(received.name)
        var type = FileType.unknown
        if !files.inspects {
            let types = types
            type = try await BlockingPool.shared.run { types.type(of: received.path, named: name) }
            if let picture = try await cleaned(received, id, name, type, of: user) { return picture }
        }
        guard let path = received.take() else { throw ChatError(.notFound, during: "keep") }
        return try await files.add(
            NewFile(id: id, name: name, type: type, path: path, bytes: Int64(received.bytes), hash: received.hash),
            of: user)
    }

    private func scan(_ received: ReceivedFile, of user: UserID) async throws {
        guard let scanner else { return }
        switch try await scanner.verdict(on: received.path) {
        case .clean: break
        case .infected(let name):
            log.warning("a file was refused", ["user": .text("\(user)"), "found": .text(name)])
            throw ChatError(.fileRefused(.infected), during: "keep")
        case .unknown(let why):
            log.error("a file was refused that could not be checked", ["why": .text(why)])
            throw ChatError(.fileRefused(.notChecked), during: "keep")
        }
    }

    /// Keeps a picture without what tells more than it shows; `nil` for what is none, and is a file like any other. So is
    /// one that can't be decoded, or is over a limit, but it loses what can be removed without that.
    private func cleaned(
        _ received: ReceivedFile, _ id: FileID, _ name: FileName, _ type: FileType, of user: UserID
    ) async throws -> Attachment? {
        let path = "\(received.path).cleaned"
        let picture: SentPicture?
        var (shownName, shownType) = (name, type)
        if FilePresentation(type) == .picture {
            picture = try await Self.cleaning.run { SentPicture(cleaning: received.path, to: path) }
        } else if let converter, HEIFConverter.types.contains(type.description) {
            picture = try await Self.cleaning.run {
                SentPicture(converting: received.path, with: converter, to: path)
            }
            (shownName, shownType) = (name.replacingExtension(with: "jpg"), .jpeg)
        } else {
            return nil
        }
        guard let picture,
            let shape = PictureShape(width: picture.width, height: picture.height, firstLook: picture.firstLook)
        else { return try await stripped(received, id, name, type, of: user) }
        return try await files.add(
            NewFile(
                id: id, name: shownName, type: shownType, picture: shape, path: path, bytes: Int64(picture.bytes),
                hash: picture.hash),
            of: user)
    }

    private func stripped(
        _ received: ReceivedFile, _ id: FileID, _ name: FileName, _ type: FileType, of user: UserID
    ) async throws -> Attachment? {
        let path = "\(received.path).stripped"
        let picture = try await Self.cleaning.run { StrippedPicture(stripping: received.path, to: path) }
        guard let picture else { return nil }
        return try await files.add(
            NewFile(id: id, name: name, type: type, path: path, bytes: Int64(picture.bytes), hash: picture.hash),
            of: user)
    }
}
