import Accounts
import Chat
import HTTP
import LinkPreviews
import Pictures

// The preview of a message's link, for members of its conversation.
extension ThreadFeature {
    /// The picture of a preview. It is sent from the cache only: looking at it asks no other site.
    func previewPicture(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        guard let previews else { throw Failure.notFound }
        let (_, message) = try await find(visit, parameters)
        guard let (picture, version) = await previews.picture(of: message, live) else { throw Failure.notFound }
        return Response(
            .ok,
            headers: [
                .contentType: Picture.type.description, .cacheControl: "private, no-cache",
                .eTag: EntityTag(opaque: "\(version)").serialized,
            ], body: picture.bytes)
    }

    /// Removes the preview of the user's own message for everyone.
    func removePreview(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        guard let previews else { throw Failure.notFound }
        let (_, message) = try await find(visit, parameters)
        guard message.sender == (try visit.requireSession().user) else {
            throw ChatError(.forbidden, during: "removePreview(of:)")
        }
        try await previews.remove(from: message, live)
        return redirectBack(visit, to: message)
    }
}
