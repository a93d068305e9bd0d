/// What the values of a setting are: in short, in words, and with an example.
struct ValueForm {
    /// In a list of settings: `ADDRESS:PORT`, `on|off`.
    let placeholder: String
    /// With an article, as it follows "is not": "a whole number from 1 to 300".
    let words: String
    let example: String
    /// The valid values of a number.
    private(set) var range: ClosedRange<Int>?

    init(_ placeholder: String, _ words: String, example: String) {
        self.placeholder = placeholder
        self.words = words
        self.example = example
    }

    /// - Parameter unit: what is counted: "seconds".
    static func number(_ range: ClosedRange<Int>, of unit: String, example: Int) -> ValueForm {
        var form = ValueForm(
            "\(range.lowerBound)…\(range.upperBound)",
            "a whole number of \(unit) from \(range.lowerBound) to \(range.upperBound)", example: "\(example)")
        form.range = range
        return form
    }

    /// One of these words.
    static func choice(of words: [String], example: String) -> ValueForm {
        ValueForm(words.joined(separator: "|"), "one of \(words.joined(separator: ", "))", example: example)
    }

    /// One of the cases of a type.
    static func choice<Value>(_ example: Value) -> ValueForm
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        choice(of: Value.allCases.map(\.rawValue), example: example.rawValue)
    }

    static let onOff = choice(of: ["on", "off"], example: "on")

    static func folder(_ words: String, example: String) -> ValueForm { ValueForm("FOLDER", words, example: example) }
    static func file(_ words: String, example: String) -> ValueForm { ValueForm("FILE", words, example: example) }

    /// The two values of `onOff`.
    static func isOn(_ text: String) -> Bool? { ["on": true, "off": false][text] }

    /// Says what is allowed, with an example of the whole notation: `--listen 127.0.0.1:8080`.
    ///
    /// - Parameter source: the flag or the variable.
    func help(for source: String) -> String { "\(words); for example \(notation(source))" }

    private func notation(_ source: String) -> String {
        source.hasPrefix("--") ? "\(source) \(example)" : "\(source)=\(example)"
    }

    /// The error for a value that is none of these.
    ///
    /// - Parameters:
    ///   - shown: the value as it may be shown.
    ///   - reason: what is wrong with this value, where it has the right form: "it can't be read".
    func refusal(of shown: String, from source: String, because reason: String? = nil) -> ConfigurationError {
        ConfigurationError(
            "\(source): \(shown) is not \(words)\(reason.map { ": \($0)" } ?? ""); for example \(notation(source))")
    }
}
