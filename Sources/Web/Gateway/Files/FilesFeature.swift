import Accounts
import Bytes
import Chat
import Concurrency
import Cryptography
import FileTypes
import HTML
import HTTP
import Pictures

/// Receives files for messages, and sends those of messages.
struct FilesFeature: Sendable {
    let repositories: Repositories
    /// `nil` where no files can be sent; then no row of the route table leads here.
    let uploads: Uploads?

    /// How many files a page of files shows, about.
    static let filesOfPage = 60
    /// A browser keeps a file, and asks each time whether it may still be shown: signed out, or no longer a member, nobody
    /// sees it from the cache.
    private static let caching = "private, no-cache"

    private func requireUploads() throws -> Uploads {
        guard let uploads else { throw Failure.notFound }
        return uploads
    }

    /// Keeps one file, and answers with what a page shows of it, as JSON.
    func upload(_ visit: Visit) async throws -> Response {
        let uploads = try requireUploads()
        let session = try visit.requireSession()
        guard let received = visit.request.files.first, visit.request.files.count == 1 else {
            throw Failure.badRequest
        }
        let kept = try await uploads.keep(received, of: session.user)
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member("file", kept.id.description)
            json.member("name", kept.name.description)
            json.member("size", visit.say.size(kept.bytes))
        }
        return Response(.created, .json, json.bytes)
    }

    /// A file, or a picture in another size.
    ///
    /// What is shown in a page is only what `FilePresentation` lists; everything else is saved by the browser. The
    /// policy of the response forbids what a file could do if it was opened as a page.
    func file(_ visit: Visit, _ parameters: FileParameters) async throws -> Response {
        let uploads = try requireUploads()
        let session = try visit.requireSession()
        let sent = try await uploads.files.file(parameters.file, as: session.user)
        // Whatever the repository has checked, and however long ago.
        if let conversation = sent.conversation { _ = try await repositories.enter(conversation, session) }
        let attachment = sent.attachment
        if let width = parameters.width, let picture = try await scaled(sent, to: width, for: session.user) {
            return Response(
                .ok,
                headers: [
                    .contentType: Picture.type.description, .cacheControl: Self.caching,
                    .eTag: EntityTag(opaque: "\(Hexadecimal.encode(sent.hash))-\(width.rawValue)").serialized,
                ], body: picture.bytes)
        }
        try await uploads.files.fetch(sent, as: session.user)
        let presentation = FilePresentation(attachment.type)
        let isShown = presentation == .picture ? attachment.picture != nil : presentation.isPlayed
        return Response(
            .ok,
            headers: [
                .contentType: isShown ? attachment.type.description : Self.typeOfDownload(presentation),
                "Content-Disposition": ContentDisposition(attachment.name, isShown: isShown || presentation == .text)
                    .field,
                .eTag: EntityTag(opaque: Hexadecimal.encode(sent.hash)).serialized,
                .cacheControl: Self.caching,
            ],
            file: FileBody(path: sent.path, size: Int(attachment.bytes)))
    }

    private static func typeOfDownload(_ presentation: FilePresentation) -> String {
        presentation == .text ? "text/plain; charset=utf-8" : FileType.unknown.description
    }

    /// `nil` where the file itself is sent.
    private func scaled(_ sent: SentFile, to width: SentPicture.Width, for user: UserID) async throws -> Picture? {
        guard let shape = sent.attachment.picture, shape.width > width.rawValue, let uploads else { return nil }
        return try await uploads.scaled.picture(hash: sent.hash, width: width) {
            try await uploads.files.fetch(sent, as: user)
            return sent.path
        }
    }

    /// The files of a conversation, newest first.
    func page(_ visit: Visit, _ parameters: ConversationFilesParameters) async throws -> Response {
        let uploads = try requireUploads()
        let session = try visit.requireSession()
        let access = try await repositories.enter(parameters.conversation, session)
        let files = try await uploads.files.files(
            in: parameters.conversation, as: session.user, before: parameters.before, limit: Self.filesOfPage)
        return Page(
            visit, title: visit.say(FileWording.title), back: routes.thread(parameters.conversation),
            conversation: parameters.conversation
        ) {
            FilesPage(
                visit: visit, conversation: access.conversation, files: files,
                older: files.count < Self.filesOfPage
                    ? nil : files.last?.message.map { routes.conversationFiles(parameters.conversation, before: $0) })
        }.response()
    }
}

extension FilePresentation {
    /// Whether a page plays it where it stands.
    var isPlayed: Bool { self == .video || self == .audio }
}
