public import Chat

/// What processes that serve the same chat tell each other about people, and what nobody stores. It may be lost.
public enum LiveSignal: Sendable, Equatable {
    /// Somebody is typing in a conversation.
    case typing(UserID, in: ConversationID)
    /// What only this person sees of a conversation has changed, such as a draft.
    case own(UserID, in: ConversationID)
    /// A person has read a conversation up to this message, before a REST backend, which tells nobody. `onlyForward`: a mark
    /// that is further on stays.
    case read(UserID, in: ConversationID, upTo: MessageID, onlyForward: Bool)
    /// A person has read a conversation up to this message, as others are to see it.
    case reader(UserID, in: ConversationID, upTo: MessageID)
    /// It has to be asked again how far the members of a conversation have read.
    case readers(in: ConversationID)
    /// The preview of a message's link was removed for everyone.
    case previewRemoved(MessageID, in: ConversationID)
    /// These people have a stream open at the process `at`.
    case online([UserID], at: String)
    /// These people have none any more.
    case offline([UserID], at: String)

    /// How many bytes an event has that is sent to other processes.
    public static let maximumEventBytes = 5_500

    /// How many people one signal names at most.
    public static let maximumPeople = 200

    private static let forward = "forward"
    private static let anywhere = "anywhere"

    /// Words that `init(text:)` understands, less than 7,500 bytes.
    public var text: String {
        switch self {
        case .typing(let user, in: let conversation): "typing \(user) \(conversation)"
        case .own(let user, in: let conversation): "own \(user) \(conversation)"
        case .read(let user, in: let conversation, upTo: let message, let onlyForward):
            "read \(user) \(conversation) \(message) \(onlyForward ? Self.forward : Self.anywhere)"
        case .reader(let user, in: let conversation, upTo: let message): "reader \(user) \(conversation) \(message)"
        case .readers(in: let conversation): "readers \(conversation)"
        case .previewRemoved(let message, in: let conversation): "preview \(conversation) \(message)"
        case .online(let people, let process):
            (["online", process] + people.map(\.description)).joined(separator: " ")
        case .offline(let people, let process):
            (["offline", process] + people.map(\.description)).joined(separator: " ")
        }
    }

    /// `nil` for what another version says, and for more than one signal may name.
    public init?(text: Substring) {
        var words = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }[...]
        func people() -> [UserID]? {
            let people = words.compactMap { UserID($0) }
            return people.count == words.count && people.count <= Self.maximumPeople ? people : nil
        }
        func personAndPlace() -> (UserID, ConversationID)? {
            guard words.count == 2, let user = words.popFirst().flatMap({ UserID($0) }),
                let conversation = words.popFirst().flatMap({ ConversationID($0) })
            else { return nil }
            return (user, conversation)
        }
        switch words.popFirst() {
        case "typing":
            guard let (user, conversation) = personAndPlace() else { return nil }
            self = .typing(user, in: conversation)
        case "own":
            guard let (user, conversation) = personAndPlace() else { return nil }
            self = .own(user, in: conversation)
        case "read":
            guard words.count == 4, let way = words.popLast(), [Self.forward, Self.anywhere].contains(way),
                let message = words.popLast().flatMap({ MessageID($0) }), let (user, conversation) = personAndPlace()
            else { return nil }
            self = .read(user, in: conversation, upTo: message, onlyForward: way == Self.forward)
        case "reader":
            guard words.count == 3, let message = words.popLast().flatMap({ MessageID($0) }),
                let (user, conversation) = personAndPlace()
            else { return nil }
            self = .reader(user, in: conversation, upTo: message)
        case "readers":
            guard words.count == 1, let conversation = words.popFirst().flatMap({ ConversationID($0) }) else {
                return nil
            }
            self = .readers(in: conversation)
        case "preview":
            guard words.count == 2, let message = words.popLast().flatMap({ MessageID($0) }),
                let conversation = words.popFirst().flatMap({ ConversationID($0) })
            else { return nil }
            self = .previewRemoved(message, in: conversation)
        case "online":
            guard let process = words.popFirst(), let people = people() else { return nil }
            self = .online(people, at: process)
        case "offline":
            guard let process = words.popFirst(), let people = people() else { return nil }
            self = .offline(people, at: process)
        default: return nil
        }
    }
}
