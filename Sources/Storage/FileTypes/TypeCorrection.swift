import Chat

/// What a file's name adds to what its content says.
///
/// The content decides. A name is believed only where the content leaves several types open: text, containers of zip and
/// OLE, and Ogg, MP4 and WebM, which hold pictures or only sound. No name makes content active that was not.
enum TypeCorrection {
    static func type(_ found: FileType, named name: FileName) -> FileType {
        let content = names[found.description] ?? found.description
        let ending = name.pathExtension
        let corrected: String? =
            switch content {
            // A program that sends text as a page would be asked for one: its name must not hide that.
            case "text/plain" where pages[ending] != nil: pages[ending]
            case "text/html", "text/xml": nil
            case "application/zip": zipContainers[ending]
            case "application/x-ole-storage", "application/cdfv2": oleContainers[ending]
            case "application/ogg": ["ogv": "video/ogg"][ending] ?? "audio/ogg"
            case "video/ogg": ["ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg"][ending]
            case "video/mp4": ["m4a": "audio/mp4"][ending]
            case "video/webm": ["weba": "audio/webm"][ending]
            case let content where content.utf8.starts(with: "text/".utf8) || textual.contains(content):
                texts[ending]
            default: nil
            }
        return FileType(corrected ?? content) ?? .unknown
    }

    /// libmagic's names for types that have other ones (IANA, WHATWG MIME Sniffing).
    private static let names = [
        "audio/x-m4a": "audio/mp4", "audio/x-wav": "audio/wav", "audio/vnd.wave": "audio/wav",
        "audio/x-flac": "audio/flac", "audio/x-mp3": "audio/mpeg", "video/x-m4v": "video/mp4",
        "application/x-gzip": "application/gzip", "application/x-zip-compressed": "application/zip",
        "application/xml": "text/xml", "image/svg": "image/svg+xml", "inode/x-empty": "application/octet-stream",
    ]

    /// What browsers would show as a page.
    private static let pages = [
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "svg": "image/svg+xml",
        "xml": "text/xml",
    ]

    private static let zipContainers = [
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "epub": "application/epub+zip",
    ]

    private static let oleContainers = [
        "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
        "msg": "application/vnd.ms-outlook",
    ]

    /// Text that libmagic does not call so.
    private static let textual: Set = [
        "application/javascript", "application/json", "application/x-ndjson", "application/x-shellscript",
        "message/rfc822", "message/news",
    ]

    /// Types of text by their endings. Text of every kind is shown in the same way; the type says what it is saved as.
    private static let texts = [
        "c": "text/x-c", "h": "text/x-c", "cpp": "text/x-c++", "hpp": "text/x-c++", "css": "text/css",
        "csv": "text/csv", "diff": "text/x-diff", "go": "text/x-go", "java": "text/x-java", "js": "text/javascript",
        "json": "application/json", "kt": "text/x-kotlin", "log": "text/plain", "md": "text/markdown",
        "patch": "text/x-diff", "php": "text/x-php", "py": "text/x-script.python", "rb": "text/x-ruby",
        "rs": "text/x-rust", "sh": "text/x-shellscript", "sql": "application/sql", "swift": "text/x-swift",
        "toml": "application/toml", "ts": "text/x-typescript", "tsv": "text/tab-separated-values",
        "txt": "text/plain", "yaml": "application/yaml", "yml": "application/yaml",
    ]

    /// The types of `texts` and those above, whose content is text though they are not called so.
    static let shownAsText: Set<String> = textual.union(texts.values)
}
