import Chat
import Cryptography
public import FileIntake
import HTTP
public import Pictures

/// Keeps the files of forms.
public struct Uploads: Sendable {
    private let intake: FileIntake
    let scaled: ScaledPictures

    public init(_ intake: FileIntake, scaled: ScaledPictures) {
        self.intake = intake
        self.scaled = scaled
    }

    var files: any FileRepository { intake.files }

    /// How much may be sent; `nil` where nothing can be sent now.
    var limits: FileLimits? {
        let limits = files.limits
        return limits.allowFiles ? limits : nil
    }

    /// Keeps a file for a message of `user`.
    func keep(_ received: ReceivedFile, as id: FileID = .random(), of user: UserID) async throws -> Attachment {
        try await intake.keep(received, as: id, of: user)
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
        self.init(hashing: Array("\(user)\n\(form)\n\(index)\n\(file.name)\n".utf8) + file.hash)
    }

    /// The same for the same file that a form forwards.
    init(of file: SentFile, at index: Int, in form: FormKey, of user: UserID) {
        self.init(hashing: Array("\(user)\n\(form)\n\(index)\nforwarded \(file.attachment.id)\n".utf8))
    }

    private init(hashing identity: [UInt8]) {
        var digits = Array(Hexadecimal.encode(SHA256.hash(identity).prefix(16)).utf8)
        digits[12] = UInt8(ascii: "8")
        digits[16] = UInt8(ascii: "8")
        for place in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: place) }
        // 32 digits and four hyphens are always a UUID.
        self = FileID(String(decoding: digits, as: UTF8.self)) ?? .random()
    }
}
