import Bytes

/// Normalizes text for search, so that case, width and kana make no difference.
///
/// `Chat` may not import a module with the Unicode normalization forms, so this implements a part of NFKC with case
/// folding (UAX #15), for Japanese and European text:
/// - full-width characters become ASCII, half-width characters their ordinary forms (`Ａ` → `a`, `ｶﾞ` → `が`);
/// - letters become lower case (`É` → `é`, `ß` → `ss`, `ς` → `σ`);
/// - katakana become hiragana (`ガ` → `が`, `ヷ` → `わ゙`); small kana and the long vowel mark `ー` are kept;
/// - a letter and its combining marks become the composed letter if it exists (`e` + `´` → `é`); marks are kept: `e`
///   does not find `é`, nor `か` find `が`;
/// - circled numbers up to ⑳ become numbers, and the dashes and tildes that keyboards confuse become `-` and `~`;
/// - variation selectors are removed (`❤️` → `❤`, `葛󠄀` → `葛`), and each white space or control character becomes a
///   space.
///
/// Indexes store folded text: any change here requires rebuilding them.
enum Folding {
    /// The folded form of a text whose scalars all fold on their own, as most texts' do; `nil` for others.
    static func simple(_ text: some StringProtocol) -> String? {
        if let folded = text.withBytes({ ascii($0) }) { return folded }
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            // The second half of one character.
            if isAfterReturn, scalar == "\n" { continue }
            guard let simple = simple(scalar) else { return nil }
            if simple.isASCII {
                folded.append(UInt8(truncatingIfNeeded: simple.value))
            } else {
                folded.append(contentsOf: simple.utf8)
            }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// The folded form of ASCII; `nil` where there is another scalar.
    private static func ascii(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(unsafeUninitializedCapacity: text.count) { folded in
            var count = 0
            for index in text.indices {
                // The second half of one character.
                if text[index] == UInt8(ascii: "\n"), index > 0, text[index - 1] == UInt8(ascii: "\r") { continue }
                folded[count] =
                    switch text[index] {
                    case 0x41...0x5A: text[index] + 0x20
                    case 0x00...0x20, 0x7F: UInt8(ascii: " ")
                    default: text[index]
                    }
                count += 1
            }
            return count
        }
    }

    /// The folded form of any text.
    static func general(_ text: some StringProtocol) -> String {
        var folded = String.UnicodeScalarView()
        for character in text { append(character, to: &folded) }
        return String(folded)
    }

    /// Appends the folded form of a character, which may be empty.
    static func append(_ character: Character, to folded: inout String.UnicodeScalarView) {
        // One character: its two scalars would become two spaces.
        if character == "\r\n" { return folded.append(" ") }
        let scalars = character.unicodeScalars
        if let only = scalars.first, scalars.count == 1, let simple = simple(only) { return folded.append(simple) }
        var parts = String.UnicodeScalarView()
        for scalar in scalars { append(scalar, to: &parts) }
        let whole = String(parts)
        folded.append(contentsOf: composed.firstIndex(of: whole).map { composed[$0].unicodeScalars } ?? parts)
    }

    /// The folded form of frequent scalars that fold on their own; `nil` for others.
    private static func simple(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x41...0x5A: moved(scalar, by: 0x20)
        case 0x00...0x20, 0x7F, 0x3000: " "
        case 0x21...0x7E: scalar
        case 0x3001...0x301B, 0x3041...0x3096, 0x309B...0x309E, 0x30FB, 0x30FC: scalar
        case 0x30A1...0x30F6, 0x30FD, 0x30FE: moved(scalar, by: -0x60)
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1FAFF: scalar
        case 0xFF01...0xFF5E: moved(scalar, by: -0xFEE0).flatMap { simple($0) }
        default: nil
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
        if let simple = simple(scalar) { return folded.append(simple) }
        switch scalar.value {
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return
        case 0x301C: return folded.append("~")
        case 0x2010...0x2015, 0x2212: return folded.append("-")
        case 0x2460...0x2473: return folded.append(contentsOf: String(scalar.value - 0x245F).unicodeScalars)
        case 0x30F7...0x30FA: return folded.append(contentsOf: voiced[Int(scalar.value - 0x30F7)].unicodeScalars)
        case 0xFF61...0xFF9F: return folded.append(halfWidth[Int(scalar.value - 0xFF61)])
        case 0xFFE0...0xFFE6: return folded.append(fullWidthSigns[Int(scalar.value - 0xFFE0)])
        default: break
        }
        let properties = scalar.properties
        if properties.isWhitespace || properties.generalCategory == .control { return folded.append(" ") }
        guard properties.isCased || properties.changesWhenCaseFolded else { return folded.append(scalar) }
        // Lower, upper and lower again, so that letters with two lower-case or upper-case forms become equal: ς and σ,
        // ß and ẞ.
        for small in properties.lowercaseMapping.unicodeScalars {
            for capital in small.properties.uppercaseMapping.unicodeScalars {
                folded.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
            }
        }
    }

    private static func moved(_ scalar: Unicode.Scalar, by distance: Int) -> Unicode.Scalar? {
        Unicode.Scalar(UInt32(Int(scalar.value) + distance))
    }

    /// U+FF61…U+FF9F, as hiragana.
    private static let halfWidth = Array(
        "。「」、・をぁぃぅぇぉゃゅょっーあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん\u{3099}\u{309A}"
            .unicodeScalars)

    /// U+30F7…U+30FA, which have no single hiragana.
    private static let voiced = ["わ\u{3099}", "ゐ\u{3099}", "ゑ\u{3099}", "を\u{3099}"]

    /// U+FFE0…U+FFE6.
    private static let fullWidthSigns = Array("¢£¬¯¦¥₩".unicodeScalars)

    /// Composed letters. Strings are equal if they are canonically equivalent (Unicode §3.7), so a look-up of the
    /// decomposed form finds the composed letter.
    private static let composed: Set<String> = {
        let letters: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1FFF, 0x3041...0x309E]
        var composed: Set<String> = []
        for value in letters.joined() {
            guard let scalar = Unicode.Scalar(value), !scalar.properties.changesWhenLowercased else { continue }
            composed.insert(String(scalar))
        }
        return composed
    }()
}
