internal import Bytes

extension Conversation {
    /// The longest name after `@` that is looked at: twice the maximum length of an alias.
    private static let longestName = 2 * Alias.lengths.upperBound

    /// Whether `text` mentions the active participant `user`: `@` and the alias, where neither is a part of a longer word.
    /// Capital letters make no difference. Of several aliases that fit, the longest is meant.
    public func mentions(_ user: UserID, in text: String) -> Bool {
        guard text.hasByte(UInt8(ascii: "@")),
            let own = activeParticipant(user)?.user.alias.lowercased(), !own.isEmpty
        else { return false }
        let bytes = Array(text.utf8)
        var before: UInt8?
        for (index, byte) in bytes.enumerated() {
            defer { before = byte }
            guard byte == UInt8(ascii: "@"),
                before.map({ !Self.isPartOfName($0) && $0 != UInt8(ascii: "@") }) ?? true
            else { continue }
            let name = bytes[(index + 1)...].prefix(Self.longestName).prefix(while: Self.isPartOfName)
            if isMeant(own, by: name, in: bytes) { return true }
        }
        return false
    }

    /// The active participants whom `text` mentions, in the order of the text.
    public func mentioned(in text: String) -> [UserID] {
        guard text.hasByte(UInt8(ascii: "@")) else { return [] }
        let aliases = Dictionary(
            participants.lazy.filter(\.isActive).map { (Array($0.user.alias.lowercased().utf8), $0.user.id) }
        ) { first, _ in first }
        let bytes = Array(text.utf8)
        var found: [UserID] = []
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "@") {
            let before = index > 0 ? bytes[index - 1] : nil
            guard before.map({ !Self.isPartOfName($0) && $0 != UInt8(ascii: "@") }) ?? true else { continue }
            var name = bytes[(index + 1)...].prefix(Self.longestName).prefix(while: Self.isPartOfName)
                .map(\.asciiLowercased)[...]
            // Of several aliases that fit, the longest is meant; none ends within a word.
            while !name.isEmpty {
                let end = index + 1 + name.count
                let isWhole = end == bytes.count || !bytes[end].isASCIIAlphanumeric
                if isWhole, let user = aliases[Array(name)] {
                    if !found.contains(user) { found.append(user) }
                    break
                }
                name.removeLast()
            }
        }
        return found
    }

    /// - Parameters:
    ///   - own: an alias in lower case.
    ///   - name: what follows `@`, as a part of `text`.
    private func isMeant(_ own: String, by name: ArraySlice<UInt8>, in text: [UInt8]) -> Bool {
        func isWhole(_ end: Int) -> Bool { end == text.endIndex || !text[end].isASCIIAlphanumeric }
        let lowered = name.map(\.asciiLowercased)
        guard lowered.starts(with: own.utf8), isWhole(name.startIndex + own.utf8.count) else { return false }
        guard lowered.count > own.utf8.count else { return true }
        // Somebody else's alias may be longer and fit, too: "@bob.smith" is not bob where there is a bob.smith.
        return !participants.contains { participant in
            let alias = participant.user.alias
            return participant.isActive && alias.utf8.count > own.utf8.count
                && lowered.starts(with: alias.lowercased().utf8)
                && isWhole(name.startIndex + alias.utf8.count)
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "._-".utf8.contains(byte)
    }
}
