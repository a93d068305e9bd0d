/// The name of an object's member, as it stands in the text.
struct JSONKey {
    let utf8: UnsafeBufferPointer<UInt8>

    @inline(__always) static func ~= (name: StaticString, key: JSONKey) -> Bool {
        key.utf8.count == name.utf8CodeUnitCount
            && JSONReader.isSame(key.utf8, UnsafeBufferPointer(start: name.utf8Start, count: key.utf8.count))
    }
}
