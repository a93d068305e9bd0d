internal import Bytes

/// A question with options, as the text of a message, which people answer with reactions: so it works with every backend, and
/// clients that know no polls show it as text.
///
///     📊 Where shall we eat?
///     1️⃣ At home
///     2️⃣ At the station
///
/// A reaction with the emoji of an option is a vote for it. Everybody has one vote, or after `📊☑️` one for each option. It is
/// over since its author has reacted with `🔒`.
public struct Poll: Hashable, Sendable {
    public static let numberOfOptions = 2...10
    /// In Unicode scalars.
    public static let maximumQuestion = 300
    public static let maximumOption = 100
    /// The reaction of the author that ends it.
    public static let end = Emoji("🔒")!

    public let question: String
    public let options: [String]
    /// Whether everybody may vote for several options.
    public let allowsSeveral: Bool

    /// `nil` where there are too few or too many options, or where the question or an option is empty, too long, or has several
    /// lines.
    public init?(question: String, options: [String], allowsSeveral: Bool) {
        guard let question = Self.line(question, atMost: Self.maximumQuestion),
            Self.numberOfOptions.contains(options.count)
        else { return nil }
        let lines = options.compactMap { Self.line($0, atMost: Self.maximumOption) }
        guard lines.count == options.count else { return nil }
        self.question = question
        self.options = lines
        self.allowsSeveral = allowsSeveral
    }

    /// `nil` for another text.
    public init?(text: String) {
        // Most texts are none, and most of these begin with another byte.
        guard text.utf8.first == 0xF0, text.utf8.starts(with: Self.sign.utf8) else { return nil }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard var head = lines.first?.dropping(Self.sign) else { return nil }
        head = head.dropping("\u{FE0F}") ?? head
        let several = head.dropping(Self.several)
        let options = lines.dropFirst().enumerated().compactMap { $1.dropping(Self.emoji(of: $0).description + " ") }
        guard options.count == lines.count - 1 else { return nil }
        self.init(question: several ?? head, options: options, allowsSeveral: several != nil)
    }

    /// The text of the message.
    public var text: String {
        let head = "\(Self.sign)\(allowsSeveral ? Self.several : "") \(question)"
        return ([head] + options.enumerated().map { "\(Self.emoji(of: $0)) \($1)" }).joined(separator: "\n")
    }

    /// The reaction that is a vote for an option.
    /// - Parameter option: from 0, less than the most options.
    public static func emoji(of option: Int) -> Emoji {
        Emoji(option < 9 ? "\(option + 1)\u{FE0F}\u{20E3}" : "🔟")!
    }

    /// The option that a reaction is a vote for.
    public func option(of emoji: String) -> Int? {
        options.indices.first { Self.emoji(of: $0).description.isUTF8Equal(to: emoji) }
    }

    private static let sign = "📊"
    private static let several = "☑️"

    /// A text without white space at its ends; `nil` for an empty, a longer one, and one of several lines.
    private static func line(_ text: String, atMost characters: Int) -> String? {
        let line = String(text.trimmingWhitespace)
        guard !line.isEmpty, line.unicodeScalars.count <= characters,
            !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0.value == 0x2028 })
        else { return nil }
        return line
    }
}

/// The votes of a poll.
public struct PollResult: Hashable, Sendable {
    /// Who has voted for each option, in the order of their votes.
    public let votes: [[UserID]]
    /// How many people have voted.
    public let people: Int
    /// Whether it is over.
    public let isOver: Bool

    /// Those votes count that were given before the poll was over; where everybody has one, the last one does.
    public init(_ poll: Poll, of message: Message) {
        let end = message.reactions.first { $0.user == message.sender && $0.hasEmoji(Poll.end.description) }?.createdAt
        var options: [UserID: [Int]] = [:]
        var order: [UserID] = []
        for reaction in message.reactions.sorted(by: { $0.createdAt < $1.createdAt }) {
            guard let option = poll.option(of: reaction.emoji), end.map({ reaction.createdAt <= $0 }) ?? true else {
                continue
            }
            if options[reaction.user] == nil { order.append(reaction.user) }
            options[reaction.user] = (poll.allowsSeveral ? options[reaction.user] ?? [] : []) + [option]
        }
        var votes = poll.options.map { _ in [UserID]() }
        for user in order { for option in options[user] ?? [] { votes[option].append(user) } }
        self.votes = votes
        people = order.count
        isOver = end != nil
    }
}

extension String {
    /// What follows `beginning`; `nil` for another text.
    fileprivate func dropping(_ beginning: String) -> String? {
        let rest = utf8.dropFirst(beginning.utf8.count)
        return utf8.starts(with: beginning.utf8) ? String(Substring(rest)) : nil
    }
}
