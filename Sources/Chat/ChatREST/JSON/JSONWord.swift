/// A word of ASCII as it stands in the text: a string that is one of a few.
struct JSONWord {
    let utf8: UnsafeBufferPointer<UInt8>

    @inline(__always) static func ~= (name: StaticString, word: JSONWord) -> Bool {
        word.utf8.count == name.utf8CodeUnitCount
            && JSONReader.isSame(word.utf8, UnsafeBufferPointer(start: name.utf8Start, count: word.utf8.count))
    }
}
