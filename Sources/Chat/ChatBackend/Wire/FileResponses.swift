import Bytes
import Chat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file of a message; of a picture also its width and height, in pixels, and a very small picture (WebP in base64).
extension Attachment: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("bytes", Int(bytes))
            if let picture, !picture.firstLook.isEmpty {
                json.member("firstLook", Data(picture.firstLook).base64EncodedString())
            }
            json.member("height", picture?.height)
            json.member("id", id)
            json.member("name", name.description)
            json.member("type", type.description)
            json.member("width", picture?.width)
        }
    }
}

/// A file with where it was sent.
extension SentFile: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("attachment", attachment)
            json.member("conversationId", conversation)
            json.member("createdAt", sentAt)
            json.member("messageId", message)
            json.member("senderUserId", sender)
            var digits = ByteBuffer(capacity: 2 * hash.count)
            for byte in hash { digits.append(hexadecimal: byte) }
            json.member("sha256", digits.text)
        }
    }
}
