import Bytes

/// The sentences that scripts show, as a script that sets the global variable `words`: the sentences by their names. Pages
/// load it before their modules, and browsers keep it as the other files of that version.
enum ScriptWords {
    /// The name of the file, as that of a file of `Public/`.
    static func file(for language: Language) -> String { "words.\(language.rawValue).js" }

    static func script(in language: Language) -> [UInt8] {
        let say = Speaker(language: language)
        var writer = JSONWriter(capacity: 4 << 10)
        writer.object { writer in
            for (name, sentence) in ScriptWording.all {
                writer.begin(name)
                writer.write(say(sentence))
            }
        }
        // JSON is an expression of JavaScript (ECMA-262, "JSON superset").
        return Array("var words=".utf8) + writer.bytes
    }
}
