import Bytes
import Chat
import HTML
import Pictures
import RichText

/// A user as pages show them: the name, and an initial on a colour, covered by the picture if there is one.
struct Person: Sendable, Equatable {
    let name: String
    /// The first character of the name.
    let initial: String
    /// The number of the avatar's colour, 0…7; derived from the user's id.
    let hue: Int
    let picture: Portrait?

    fileprivate static let hues = 8

    init(name: String, seed: String, picture: Portrait? = nil) {
        self.init(name: name, hue: Self.hue(seed), picture: picture)
    }

    private init(name: String, hue: Int, picture: Portrait?) {
        self.name = name.withoutDirectionControls
        initial = self.name.initial ?? "?"
        self.hue = hue
        self.picture = picture
    }

    private static func hue(_ seed: String) -> Int {
        seed.withBytes { $0.reduce(5381) { $0 &* 33 &+ Int($1) } & (hues - 1) }
    }

    init(_ user: User) {
        let version = user.picture.map { CacheKey($0) } ?? user.avatarURL.flatMap { WebURL($0) }?.key
        self.init(
            name: user.name, hue: Self.hue(user.id.description),
            picture: version.map { .person(AvatarParameters(user: user.id, version: $0)) })
    }
}

/// Where a picture is on this site.
enum Portrait: Hashable {
    case person(AvatarParameters)
    case group(GroupPictureParameters)

    var path: Path {
        switch self {
        case .person(let parameters): routes.avatar(parameters)
        case .group(let parameters): routes.groupAvatar(parameters)
        }
    }
}

extension String {
    /// The first character, in upper case.
    fileprivate var initial: String? {
        var bytes = utf8.makeIterator()
        // Fast path: an ASCII letter, followed by ASCII. Finding grapheme boundaries is slow.
        if let first = bytes.next(), (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20),
            bytes.next() ?? 0 < 0x80
        {
            return String(Unicode.Scalar(first & ~0x20))
        }
        return first.map { String($0).uppercased() }
    }

    /// Without the control characters that change the direction of the text after them (UAX #9 §2). Names don't need
    /// them, and names in tooltips and in the document's title can't be isolated from the text after them.
    var withoutDirectionControls: String {
        // In UTF-8 they all begin with 0xE2.
        let isFree = !hasByte(0xE2) || !unicodeScalars.contains { Self.directionControls($0) }
        return isFree ? self : String(String.UnicodeScalarView(unicodeScalars.filter { !Self.directionControls($0) }))
    }

    private static func directionControls(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}

extension User {
    /// The name as pages show it; without the picture and the colour of a `Person`, which lists of names don't need.
    var shownName: String { name.withoutDirectionControls }
}

/// A person's picture over their initial, which shows while the picture is loading and if there is none. Hidden from
/// screen readers, because the name stands beside it.
struct Avatar: PrimitiveView {
    let person: Person
    /// Whether it is hidden from screen readers; `false` within something that is.
    var isHidden = true

    func write(to writer: inout HTMLWriter) {
        writer.write(markup: #"<span class="avatar hue-"#)
        writer.write(digit: person.hue)
        writer.write(markup: isHidden ? #"" aria-hidden="true">"# : #"">"#)
        person.initial.write(to: &writer)
        if let picture = person.picture {
            writer.write(
                img(.src(picture.path.url), .alt(""), .width(Self.side), .height(Self.side), .loading("lazy"))
            )
        }
        writer.write(markup: "</span>")
    }

    /// The default width and height, in CSS pixels; style sheets override it.
    private static let side = 40
}

extension Conversation {
    /// The title for `viewer`: the name of a group, the message of a thread, or the names of the other participants.
    func title(for viewer: UserID, _ say: Speaker) -> String {
        if let thread {
            let excerpt = thread.excerpt.map { RichText.excerpt(of: $0, limit: ThreadOrigin.excerptCharacters) }
            return say(RepliesWording.title(excerpt?.withoutDirectionControls))
        }
        if kind == .group, let name = name?.withoutDirectionControls, !name.isEmpty { return name }
        let others = participants.filter { $0.user.id != viewer }
        let present = others.filter(\.isActive)
        let names = (present.isEmpty ? others : present).map { $0.user.shownName }.sorted()
        if names.isEmpty {
            // Backends forget who was deleted, and nobody begins to talk with themselves alone.
            if kind == .direct { return say(ConversationWording.directWithNobody) }
            return participants.first { $0.user.id == viewer }.map { $0.user.shownName }
                ?? say(ConversationWording.directWithNobody)
        }
        return say.list(names)
    }

    /// The picture for `viewer`: the other person's in a direct conversation, and that of a group.
    func avatar(for viewer: UserID, _ say: Speaker) -> Person {
        let other = participants.filter { $0.user.id != viewer }
        if kind == .direct, other.count == 1, let user = other.first?.user { return Person(user) }
        let portrait = picture.map { Portrait.group(GroupPictureParameters(conversation: id, picture: $0)) }
        return Person(name: title(for: viewer, say), seed: id.description, picture: portrait)
    }
}
