import Chat
public import HTTP

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
        let files: Int
        if routes.send.parameters(of: request.target) != nil {
            files = FileLimits.filesOfMessage
        } else if routes.uploadFile.parameters(of: request.target) != nil {
            files = 1
        } else {
            return nil
        }
        guard await visit(request).session != nil else { return nil }
        return AdmittedFiles(bytesOfFile: limits.bytesOfFile, files: files)
    }
}
