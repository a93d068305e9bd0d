import Chat
import HTTP

extension ChatBackend {
    /// The content of a picture.
    func picture(_ request: RoutedRequest) async throws -> Response {
        let id: PictureID = try request.identifier(0, of: "Picture")
        let picture = try await repositories.pictures.picture(id, as: request.caller())
        // Whoever asks decides what it is: nobody has looked at it.
        var response = Response(.ok, "application/octet-stream", picture.content)
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    /// Gives the caller another picture, or none.
    func setOwnPicture(_ request: RoutedRequest) async throws -> Response {
        let caller = try request.caller()
        try await repositories.pictures.set(request.picture(), of: caller)
        return Response(.noContent)
    }

    /// Gives a group another picture, or none.
    func setPicture(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let caller = try request.caller()
        try await repositories.pictures.set(request.picture(), of: conversation, as: caller)
        return Response(.noContent)
    }
}

extension RoutedRequest {
    /// The picture that is the body; `nil` for an empty one.
    fileprivate func picture() throws(ErrorResponse) -> StoredPicture? {
        let content: [UInt8]
        switch http.body {
        case .bytes(let bytes): content = bytes
        case .none: return nil
        case .form: throw ErrorResponse(.unsupportedMediaType, "The body must be the picture")
        }
        guard content.count <= StoredPicture.maximumBytes else {
            throw .badRequest("The picture must have at most \(StoredPicture.maximumBytes) bytes")
        }
        return StoredPicture(content)
    }
}
