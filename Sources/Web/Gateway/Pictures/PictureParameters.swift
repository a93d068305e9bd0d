import Chat
import HTTP
import Pictures

/// Whose picture is chosen: one's own, or that of a group.
enum PictureOwner: Hashable {
    case person
    case group(ConversationID)

    /// The page on which it is chosen.
    /// - Parameter file: out of which it is cut; `nil` while none is chosen.
    func page(_ file: FileID? = nil) -> Path {
        switch self {
        case .person: routes.ownPicture(ChosenFileParameters(file: file))
        case .group(let id): routes.groupPicture(GroupFileParameters(conversation: id, file: file))
        }
    }

    /// Where the forms of the page lead.
    var action: Path {
        switch self {
        case .person: routes.changeOwnPicture.path
        case .group(let id): routes.changeGroupPicture(id)
        }
    }

    /// Where one comes from, and goes afterwards.
    var home: Path {
        switch self {
        case .person: routes.profile.path
        case .group(let id): routes.members(id)
        }
    }

    var conversation: ConversationID? { if case .group(let id) = self { id } else { nil } }
}

/// The file out of which one's own picture is cut; `nil` while none is chosen.
struct ChosenFileParameters: RouteParameters {
    static let segmentCount = 0
    static let field = "file"

    let file: FileID?

    init(file: FileID?) { self.file = file }

    init?(_ target: MatchedTarget) {
        guard let file = Self.optional(target.query[Self.field], { FileID($0) }) else { return nil }
        self.file = file
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard let file else { return }
        sink.add("?file=")
        sink.add(file)
    }
}

/// The same for the picture of a group.
struct GroupFileParameters: RouteParameters {
    let conversation: ConversationID
    let file: FileID?

    init(conversation: ConversationID, file: FileID?) {
        self.conversation = conversation
        self.file = file
    }

    init?(_ target: MatchedTarget) {
        guard let conversation = ConversationID(target[0]),
            let file = Self.optional(target.query[ChosenFileParameters.field], { FileID($0) })
        else { return nil }
        self.init(conversation: conversation, file: file)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) { sink.add(conversation) }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        ChosenFileParameters(file: file).writeQuery(to: &sink)
    }
}

/// The picture of a group. As another one has another id, browsers may cache it for long.
struct GroupPictureParameters: Hashable {
    let conversation: ConversationID
    let picture: PictureID
}

extension GroupPictureParameters: RouteParameters {
    static let segmentCount = 2

    init?(_ target: MatchedTarget) {
        guard let conversation = ConversationID(target[0]), let picture = PictureID(target[1]) else { return nil }
        self.init(conversation: conversation, picture: picture)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {
        if number == 0 { sink.add(conversation) } else { sink.add(picture) }
    }
}

extension CacheKey {
    /// Under which a picture is cached that the backend keeps.
    init(_ id: PictureID) { self.init(hashing: "\(id)") }
}
