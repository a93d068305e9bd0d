import Accounts
import Chat
import HTML
import HTTP
import Live
import Pictures

/// The emoji of the place: everybody sees and uses them, and admins of the site add and remove them.
struct EmojiFeature: Sendable {
    let accounts: AccountRegister
    let emoji: PlaceEmoji
    let pictureChoice: PictureChoiceFeature
    let live: Live
    let trail: AuditTrail

    /// All of them, for admins with the forms.
    func list(_ visit: Visit) async throws -> Response { try await page(visit, nil, .ok) }

    func picture(_ visit: Visit, _ id: PictureID) async throws -> Response {
        _ = try visit.requireSession()
        guard let content = try await accounts.emojiPicture(id) else { throw Failure.notFound }
        var response = Response(.ok, Picture.type, content)
        // Another picture has another id.
        response.headers[.cacheControl] = "private, max-age=86400, immutable"
        return response
    }

    /// Adds a picture under a name.
    func add(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        guard let name = EmojiName(form[EmojiPage.name] ?? "") else {
            return try await page(visit, .name, .unprocessableContent)
        }
        guard let received = visit.request.files.first else {
            return try await page(visit, .noPicture, .unprocessableContent)
        }
        guard let picture = try await pictureChoice.middle(of: received, session.user),
            picture.content.count <= CustomEmoji.maximumBytes
        else { return try await page(visit, .noPicture, .unprocessableContent) }
        switch try await accounts.add(CustomEmoji(name: name, picture: .random()), picture.content) {
        case .taken: return try await page(visit, .taken, .conflict)
        case .tooMany: return try await page(visit, .tooMany, .conflict)
        case .added: return try await changed(.emojiAdded, name, visit)
        }
    }

    func remove(_ visit: Visit) async throws -> Response {
        guard let name = visit.request.form[EmojiPage.name].flatMap({ EmojiName($0) }) else { throw Failure.badRequest }
        try await accounts.remove(name)
        return try await changed(.emojiRemoved, name, visit)
    }

    private func changed(_ event: AuditEvent.Kind, _ name: EmojiName, _ visit: Visit) async throws -> Response {
        await trail.record(event, visit, actor: visit.session?.user, detail: name.description)
        // It is done; where this fails, the next time they are read brings it.
        _ = try? await emoji.reload()
        live.forgetPages()
        return .seeOther(routes.emoji.text)
    }

    private func page(_ visit: Visit, _ fault: EmojiPage.Fault?, _ status: Status) async throws -> Response {
        let session = try visit.requireSession()
        let all = try await accounts.customEmoji()
        let canManage = try await accounts.authorization(of: session.user).allows(.manageEmoji)
        return Page(visit, title: visit.say(EmojiWording.title), back: routes.profile.path) {
            EmojiPage(
                say: visit.say, emoji: all, canRemove: canManage, canAdd: canManage && pictureChoice.canReceive,
                typed: fault == nil ? "" : visit.request.form[EmojiPage.name] ?? "", fault: fault)
        }.response(status)
    }
}
