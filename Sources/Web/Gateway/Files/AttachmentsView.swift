import Chat
import FileTypes
import FoundationEssentials
import HTML
import Pictures

/// The files of a message: pictures side by side, video and audio with controls, and a row for anything else.
struct AttachmentsView: PrimitiveView {
    let attachments: [Attachment]
    let say: Speaker

    /// The place that one picture takes at most, in CSS pixels.
    static let place = (width: 360, height: 320)

    func write(to writer: inout HTMLWriter) {
        writer.write(markup: #"<div class="files">"#)
        let pictures = attachments.filter { $0.picture != nil }
        if !pictures.isEmpty {
            writer.write(markup: #"<div class="album of-"#)
            writer.add(Int64(min(pictures.count, Self.maximumColumns)))
            writer.write(markup: #"">"#)
            for picture in pictures { PictureLink(attachment: picture).write(to: &writer) }
            writer.write(markup: "</div>")
        }
        for attachment in attachments where attachment.picture == nil {
            switch FilePresentation(attachment.type) {
            case .video: writePlayer("video", of: attachment, to: &writer)
            case .audio: writePlayer("audio", of: attachment, to: &writer)
            case .text:
                FileRow(attachment: attachment, say: say).write(to: &writer)
                // A script loads the beginning when it is unfolded, so a page with many files costs nothing.
                writer.write(markup: #"<details class="peek"><summary>"#)
                say(FileWording.beginning).write(to: &writer)
                writer.write(markup: "</summary></details>")
            case .picture, .download: FileRow(attachment: attachment, say: say).write(to: &writer)
            }
        }
        writer.write(markup: "</div>")
    }

    /// More pictures than that stand in several rows.
    private static let maximumColumns = 4

    private func writePlayer(_ element: StaticString, of attachment: Attachment, to writer: inout HTMLWriter) {
        writer.write(markup: "<")
        writer.write(markup: element)
        if attachment.isVoice { writer.write(markup: #" class="voice""#) }
        writer.write(markup: #" controls preload="metadata" src=""#)
        routes.file(attachment).text.write(to: &writer)
        writer.write(markup: #"" aria-label=""#)
        (attachment.isVoice ? say(FileWording.voice) : attachment.name.description).write(to: &writer)
        writer.write(markup: #""></"#)
        writer.write(markup: element)
        writer.write(markup: ">")
        FileRow(attachment: attachment, say: say).write(to: &writer)
    }
}

/// A picture at its place, which a script fills with its first look until the picture is there. It leads to the whole picture.
struct PictureLink: PrimitiveView {
    let attachment: Attachment

    func write(to writer: inout HTMLWriter) {
        guard let shape = attachment.picture else { return }
        let size = Self.shownSize(of: shape)
        writer.write(markup: #"<a class="picture" href=""#)
        routes.file(attachment).text.write(to: &writer)
        writer.write(markup: #"" title=""#)
        attachment.name.description.write(to: &writer)
        if !shape.firstLook.isEmpty {
            writer.write(markup: #"" data-look=""#)
            Data(shape.firstLook).base64EncodedString().write(to: &writer)
        }
        writer.write(markup: #""><img src=""#)
        routes.file(attachment, width: .medium).text.write(to: &writer)
        writer.write(markup: #"" alt=""#)
        attachment.name.description.write(to: &writer)
        writer.write(markup: #"" width=""#)
        writer.add(Int64(size.width))
        writer.write(markup: #"" height=""#)
        writer.add(Int64(size.height))
        writer.write(markup: #"" loading="lazy" decoding="async"></a>"#)
    }

    /// The size in CSS pixels: the picture's own, made smaller to fit its place.
    static func shownSize(of shape: PictureShape) -> (width: Int, height: Int) {
        let place = AttachmentsView.place
        let (width, height) = (Double(shape.width), Double(shape.height))
        let scale = min(1, Double(place.width) / width, Double(place.height) / height)
        return (max(1, Int((width * scale).rounded())), max(1, Int((height * scale).rounded())))
    }
}

extension Attachment {
    /// Whether it was recorded as a voice message, as the name says that `voice.js` gives it.
    var isVoice: Bool { FilePresentation(type) == .audio && name.description.utf8.starts(with: "voice-".utf8) }
}

/// The name, kind and size of a file, which leads to it.
struct FileRow: View {
    let attachment: Attachment
    let say: Speaker

    var body: some View {
        a(.class("file"), .href(routes.file(attachment).url)) {
            span(.class("file-icon"), .aria(.hidden, "true")) { kind }
            span(.class("file-text")) {
                span(.class("file-name")) { bdi { attachment.name.description } }
                span(.class("muted")) { say.size(attachment.bytes) }
            }
        }
    }

    /// The extension in capitals, at most four characters; else what kind of file it is.
    private var kind: String {
        let name = attachment.name.pathExtension
        return name.isEmpty || name.count > 4 ? "·" : name.uppercased()
    }
}
