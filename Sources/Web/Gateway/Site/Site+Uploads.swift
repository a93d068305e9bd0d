import Chat
public import HTTP
import Pictures

/// What the form of a request may bring besides its fields, as the server asks before it reads the form.
public struct AdmittedFiles: Sendable, Hashable {
    /// The most bytes of one file.
    public let bytesOfFile: Int64
    /// The most files.
    public let files: Int
}

extension Site {
    /// The files that a request may bring; `nil` for none: to other routes, and from those who are not signed in.
    public func admittedFiles(of request: Request) async -> AdmittedFiles? {
        guard let limits = parts.uploads?.limits else { return nil }
        var (files, bytes) = (1, limits.bytesOfFile)
        if routes.send.parameters(of: request.target) != nil {
            files = FileLimits.filesOfMessage
        } else if takesPicture(request.target) {
            bytes = min(bytes, Int64(PictureLimits.sent.file.bytes))
        } else if routes.uploadFile.parameters(of: request.target) == nil {
            return nil
        }
        guard await visit(request).session != nil else { return nil }
        return AdmittedFiles(bytesOfFile: bytes, files: files)
    }

    private func takesPicture(_ target: RequestTarget) -> Bool {
        routes.changeOwnPicture.parameters(of: target) != nil || routes.addEmoji.parameters(of: target) != nil
            || routes.changeGroupPicture.parameters(of: target) != nil
    }
}
