import Replay

/// Maps the ids and timestamps of a recording to those of another backend.
struct Translation {
    private var words: [String: String] = [:]

    /// Compares a response with the recorded one, and stores the ids and timestamps at the same positions.
    ///
    /// Arrays are skipped, because their order and content may differ.
    mutating func learn(_ recorded: JSONValue, is ours: JSONValue) {
        switch (recorded, ours) {
        case (.object(let recorded), .object(let ours)):
            for (name, value) in recorded { if let our = ours[name] { learn(value, is: our) } }
        case (.string(let recorded), .string(let ours)):
            if recorded.wholeMatch(of: Self.word) != nil, ours.wholeMatch(of: Self.word) != nil {
                words[recorded] = ours
            }
        default: break
        }
    }

    /// A path or body with all known ids and timestamps replaced.
    func callAsFunction(_ text: String) -> String {
        text.replacing(Self.word) { match in
            words[String(match.output).replacing("%3A", with: ":")] ?? String(match.output)
        }
    }

    /// A UUID, or a timestamp with milliseconds, whose colons may be percent-encoded.
    private static var word: Regex<Substring> {
        /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d\.\d{3}Z/
    }
}
