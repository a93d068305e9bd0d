import HTML
import RichText

/// The HTML of `text`, without the links' `rel`, which has a test of its own.
func rendered(_ text: String, mentions: RichText.Mentions = .none) -> String {
    String(decoding: RichText(text, mentions: mentions).bytes, as: UTF8.self)
        .replacing(#" rel="noopener noreferrer nofollow ugc""#, with: "")
}
