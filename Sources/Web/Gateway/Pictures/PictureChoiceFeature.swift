import Accounts
import Chat
import Concurrency
import HTML
import HTTP
import Pictures

/// People choose a picture for themselves, and admins for their groups: they send a file, and say which part of it is
/// shown. Nothing of it needs a script.
struct PictureChoiceFeature: Sendable {
    /// The side of a picture that is kept, in pixels: more than pages show, for screens with a higher density.
    private static let side = 256
    /// One picture at a time is in memory at its full size, and so many more may wait for that.
    private static let cutting = PoolShare(limit: 1, maximumWaiting: 256)

    let repositories: Repositories
    /// `nil` where no files can be sent.
    let uploads: Uploads?

    /// Whether pictures can be chosen here.
    var isThere: Bool { repositories.pictures.isThere && uploads?.limits != nil }

    /// Whether files can be received.
    var canReceive: Bool { uploads?.limits != nil }

    /// The square in the middle of a picture that was received; `nil` where the file is none.
    func middle(of received: ReceivedFile, _ user: UserID) async throws -> StoredPicture? {
        let kept = try await requireUploads().keep(received, of: user)
        let result: Result<StoredPicture?, any Error>
        do {
            result = .success(kept.picture == nil ? nil : try await cut(.middle, outOf: kept.id, user))
        } catch {
            result = .failure(error)
        }
        await uploads?.discard([kept.id], of: user)
        return try result.get()
    }

    private func requireUploads() throws -> Uploads {
        guard let uploads else { throw Failure.notFound }
        return uploads
    }

    func page(_ visit: Visit, _ owner: PictureOwner, file: FileID?) async throws -> Response {
        let subject = try await enter(owner, visit)
        guard let file else { return page(visit, owner, subject, .file(fault: nil)).response() }
        guard let chosen = try await attachment(file, visit) else {
            return page(visit, owner, subject, .file(fault: .gone)).response(.notFound)
        }
        return page(visit, owner, subject, .part(of: chosen)).response()
    }

    /// Takes a file, or the part of one that was sent before, or removes the picture.
    func change(_ visit: Visit, _ owner: PictureOwner) async throws -> Response {
        let subject = try await enter(owner, visit)
        let session = try visit.requireSession()
        let form = visit.request.form
        if form[PictureChoicePage.removal] != nil {
            try await set(nil, of: owner, session)
            return .seeOther(owner.home.text)
        }
        if let received = visit.request.files.first {
            let kept = try await requireUploads().keep(received, of: session.user)
            if kept.picture != nil { return .seeOther(owner.page(kept.id).text) }
            await uploads?.discard([kept.id], of: session.user)
            return page(visit, owner, subject, .file(fault: .noPicture)).response(.unprocessableContent)
        }
        guard let file = form[ChosenFileParameters.field].flatMap({ FileID($0) }) else {
            return page(visit, owner, subject, .file(fault: .missing)).response(.unprocessableContent)
        }
        guard let chosen = try await attachment(file, visit), let shape = chosen.picture else {
            return page(visit, owner, subject, .file(fault: .gone)).response(.notFound)
        }
        guard let picture = try await cut(PictureCutForm.cut(form, of: shape), outOf: file, session.user) else {
            return page(visit, owner, subject, .file(fault: .noPicture)).response(.unprocessableContent)
        }
        try await set(picture, of: owner, session)
        await uploads?.discard([file], of: session.user)
        return .seeOther(owner.home.text)
    }

    /// The picture of a group, for those who take part. The response is for an `img` element.
    func picture(_ visit: Visit, _ parameters: GroupPictureParameters, _ avatars: AvatarFeature) async throws
        -> Response
    {
        let session = try visit.requireSession()
        let access = try await repositories.enter(parameters.conversation, session)
        return try await avatars.picture(
            ofGroup: parameters.picture, as: session.user, isCurrent: access.conversation.picture == parameters.picture)
    }

    /// Who is shown with the picture; refuses those who may not choose it.
    private func enter(_ owner: PictureOwner, _ visit: Visit) async throws -> Person {
        let session = try visit.requireSession()
        guard case .group(let id) = owner else { return Person(try await repositories.users.user(session.user)) }
        let access = try await repositories.enter(id, session)
        guard access.mayAdminister else { throw ChatError(.forbidden, during: "enter") }
        return access.conversation.avatar(for: session.user, visit.say)
    }

    /// A picture that the person has sent and not used; `nil` where it is not there any more.
    private func attachment(_ file: FileID, _ visit: Visit) async throws -> Attachment? {
        let session = try visit.requireSession()
        return await uploads?.attachments([file], of: session.user).first { $0.picture != nil }
    }

    /// `nil` where the file can't be decoded.
    private func cut(_ cut: SquareCut, outOf file: FileID, _ user: UserID) async throws -> StoredPicture? {
        let files = try requireUploads().files
        let sent = try await files.file(file, as: user)
        try await files.fetch(sent, as: user)
        let picture = try await Self.cutting.run { Picture(cutting: cut, outOf: sent.path, side: Self.side) }
        return picture.flatMap { StoredPicture($0.bytes) }
    }

    private func set(_ picture: StoredPicture?, of owner: PictureOwner, _ session: Session) async throws {
        switch owner {
        case .person: try await repositories.pictures.set(picture, of: session.user)
        case .group(let id): try await repositories.pictures.set(picture, of: id, as: session.user)
        }
    }

    private func page(
        _ visit: Visit, _ owner: PictureOwner, _ subject: Person, _ step: PictureChoicePage.Step
    ) -> Page {
        let title = owner == .person ? PictureWording.ownTitle : PictureWording.groupTitle
        return Page(visit, title: visit.say(title), back: owner.home, conversation: owner.conversation) {
            PictureChoicePage(
                say: visit.say, owner: owner, subject: subject, step: step,
                limit: min(uploads?.limits?.bytesOfFile ?? 0, Int64(PictureLimits.sent.file.bytes)))
        }
    }
}
