public import Chat

/// How a file is presented in a conversation.
public enum FilePresentation: Sendable, Hashable {
    /// A picture in a format that can be cleaned and shown.
    case picture
    case video
    case audio
    /// Text or code: a row, with its beginning folded.
    case text
    /// Anything else, and everything that a browser would run or show as a page: HTML, SVG, XML, PDF.
    case download

    /// How a type that was found by `FileTypeDetector` is presented. Only what is listed here is shown.
    public init(_ type: FileType) {
        self =
            switch type.description {
            case "image/png", "image/jpeg", "image/gif", "image/webp": .picture
            case "video/mp4", "video/webm", "video/ogg": .video
            case "audio/mpeg", "audio/mp4", "audio/ogg", "audio/wav", "audio/flac", "audio/webm": .audio
            case "text/html", "text/xml": .download
            case let name where TypeCorrection.shownAsText.contains(name): .text
            default: type.family == "text" ? .text : .download
            }
    }
}
