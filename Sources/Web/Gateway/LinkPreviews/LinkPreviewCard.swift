import Chat
import HTML
import HTTP
import LinkPreviews
import Pictures

/// The preview of a message's link: one link with the site, the title and a short text, and a picture.
struct LinkPreviewCard: PrimitiveView {
    let preview: LinkPreviews.Shown
    let message: MessageParameters

    /// The side of the picture, in CSS pixels.
    private static let side: Int64 = 72

    func write(to writer: inout HTMLWriter) {
        guard let url = SafeURL(preview.url.description) else { return }
        writer.write(markup: #"<a class="preview" href=""#)
        url.description.write(to: &writer)
        writer.write(
            markup: #"" rel="noopener noreferrer nofollow ugc"><span class="preview-text"><span class="muted">"#)
        // Whatever the page calls itself, the host shows where the link leads.
        preview.url.origin.host.write(to: &writer)
        if preview.card.site != preview.url.origin.host {
            writer.write(markup: " · ")
            preview.card.site.write(to: &writer)
        }
        writer.write(markup: #"</span><strong dir="auto">"#)
        preview.card.title.write(to: &writer)
        writer.write(markup: "</strong>")
        if !preview.card.text.isEmpty {
            writer.write(markup: #"<span dir="auto">"#)
            preview.card.text.write(to: &writer)
            writer.write(markup: "</span>")
        }
        writer.write(markup: "</span>")
        if preview.card.picture != nil {
            writer.write(markup: #"<img src=""#)
            routes.previewPicture.write(message, to: &writer)
            writer.write(markup: #"" alt="" width=""#)
            writer.add(Self.side)
            writer.write(markup: #"" height=""#)
            writer.add(Self.side)
            writer.write(markup: #"" loading="lazy" decoding="async">"#)
        }
        writer.write(markup: "</a>")
    }
}
