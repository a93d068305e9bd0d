import Chat
import HTML
import Pictures

/// Somebody as pages show them: a name, a letter on a colour, and a picture over it where there is one.
struct Person: Sendable, Equatable {
    let name: String
    /// The first character of the name.
    let initial: String
    /// Which of the avatar colours, 0…7: the same for one person everywhere.
    let hue: Int
    /// Where the picture is, on this site.
    let picture: AvatarParameters?

    fileprivate static let hues = 8

    init(name: String, seed: String) {
        self.init(name: name, hue: TextBuilder.bytes({ $0.add(text: seed) }, Self.hue), picture: nil)
    }

    private init(name: String, hue: Int, picture: AvatarParameters?) {
        self.name = name.withoutDirectionControls
        initial = self.name.initial ?? "?"
        self.hue = hue
        self.picture = picture
    }

    private static func hue(_ seed: UnsafeBufferPointer<UInt8>) -> Int {
        var hash = 5381
        for byte in seed { hash = hash &* 33 &+ Int(byte) }
        return hash & (hues - 1)
    }

    init(_ user: User) {
        let version = user.avatarURL.flatMap { PictureURL($0) }?.key
        self.init(
            name: user.name, hue: TextBuilder.bytes({ $0.add(user.id) }, Self.hue),
            picture: version.map { AvatarParameters(user.id, version: $0) })
    }
}

extension String {
    /// The first character, as a capital letter where it has one.
    fileprivate var initial: String? {
        var bytes = utf8.makeIterator()
        // A letter of ASCII with nothing that could belong to it: finding where a character ends takes long.
        if let first = bytes.next(), (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20),
            bytes.next() ?? 0 < 0x80
        {
            return String(Unicode.Scalar(first & ~0x20))
        }
        return first.map { String($0).uppercased() }
    }

    /// Without the controls that turn the direction of what follows (UAX #9 §2): a name has no need of them, and
    /// not all the places where names stand can be isolated, such as tooltips and the document's title.
    var withoutDirectionControls: String {
        // They all begin with this byte.
        let isFree = !utf8.contains(0xE2) || !unicodeScalars.contains { Self.directionControls($0) }
        return isFree ? self : String(String.UnicodeScalarView(unicodeScalars.filter { !Self.directionControls($0) }))
    }

    private static func directionControls(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}

/// The picture, over the letter on its colour: that is what one sees until there is a picture, and where there is none.
/// What it stands for is written beside it.
struct Avatar: PrimitiveView {
    let person: Person

    func write(to writer: inout HTMLWriter) {
        writer.write(markup: #"<span class="avatar hue-"#)
        writer.write(digit: person.hue)
        writer.write(markup: #"" aria-hidden="true">"#)
        person.initial.write(to: &writer)
        if let picture = person.picture {
            writer.write(
                img(.src(routes.avatar(picture).url), .alt(""), .width(Self.side), .height(Self.side), .loading("lazy"))
            )
        }
        writer.write(markup: "</span>")
    }

    /// The usual length of its side, in CSS pixels; the style sheet may say another.
    private static let side = 40
}

extension Conversation {
    /// What `viewer` calls it: a group's name, or the other person's.
    func title(for viewer: UserID, _ say: Speaker) -> String {
        if kind == .group, let name = name?.withoutDirectionControls, !name.isEmpty { return name }
        let others = participants.filter { $0.user.id != viewer }
        let present = others.filter(\.isActive)
        let names = (present.isEmpty ? others : present).map { Person($0.user).name }.sorted()
        if names.isEmpty {
            return participants.first { $0.user.id == viewer }.map { Person($0.user).name }
                ?? say(ConversationWording.directWithNobody)
        }
        return say.list(names)
    }

    /// The face that `viewer` sees on it.
    func face(for viewer: UserID, _ say: Speaker) -> Person {
        let other = participants.filter { $0.user.id != viewer }
        if kind == .direct, other.count == 1, let user = other.first?.user { return Person(user) }
        return Person(name: title(for: viewer, say), seed: id.description)
    }
}
