public import Chat
import Concurrency
import Cryptography
public import FileTypes
import HTTP
public import Pictures

/// Keeps the files of forms: what they are is found out, and pictures are cleaned, before they are kept.
public struct Uploads: Sendable {
    let files: any FileRepository
    let scaled: ScaledPictures
    private let types: FileTypeDetector

    /// One picture at a time is in memory at its full size, and so many more may wait for that.
    private static let cleaning = PoolShare(limit: 1, maximumWaiting: 64)

    public init(_ files: any FileRepository, types: FileTypeDetector, scaled: ScaledPictures) {
        self.files = files
        self.types = types
        self.scaled = scaled
    }

    /// Keeps a file for a message of `user`.
    func keep(_ received: ReceivedFile, as id: FileID = .random(), of user: UserID) async throws -> Attachment {
        let name = FileName(received.name)
        let types = types
        let type = try await BlockingPool.shared.run { types.type(of: received.path, named: name) }
        if FilePresentation(type) == .picture, let picture = try await cleaned(received, id, name, type, of: user) {
            return picture
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

    /// Keeps all files of a form, one after the other; none if one can't be kept. The same form, sent again, has the same
    /// files: so it is one message however often it arrives.
    func keep(_ received: [ReceivedFile], of form: FormKey, by user: UserID) async throws -> [Attachment] {
        var kept: [Attachment] = []
        for (index, file) in received.enumerated() {
            do {
                kept.append(try await keep(file, as: FileID(of: file, at: index, in: form, of: user), of: user))
            } catch {
                await discard(kept.map(\.id), of: user)
                throw error
            }
        }
        return kept
    }

    /// Forgets files that were kept for a message that is not sent. What can't be forgotten now is forgotten later, as
    /// all files that are not sent.
    func discard(_ ids: [FileID], of user: UserID) async {
        for id in ids { try? await files.discard(id, of: user) }
    }

    /// What the files are that were kept before; those that are gone are left out.
    func attachments(_ ids: [FileID], of user: UserID) async -> [Attachment] {
        var found: [Attachment] = []
        for id in ids.prefix(FileLimits.filesOfMessage) {
            // What can't be read now is offered no more; the person chooses it again.
            if let file = try? await files.file(id, as: user), file.message == nil { found.append(file.attachment) }
        }
        return found
    }
}

extension FileID {
    /// The same for the same file at the same place of the same form of a person (RFC 9562 §5.8).
    init(of file: ReceivedFile, at index: Int, in form: FormKey, of user: UserID) {
        let identity = Array("\(user)\n\(form)\n\(index)\n\(file.name)\n".utf8) + file.hash
        var digits = Array(Hexadecimal.encode(SHA256.hash(identity).prefix(16)).utf8)
        digits[12] = UInt8(ascii: "8")
        digits[16] = UInt8(ascii: "8")
        for place in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: place) }
        // 32 digits and four hyphens are always a UUID.
        self = FileID(String(decoding: digits, as: UTF8.self)) ?? .random()
    }
}
