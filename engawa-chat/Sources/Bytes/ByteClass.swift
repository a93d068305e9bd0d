/// A set of bytes that are searched for, sixteen bytes at a time.
public protocol ByteClass {
    static func contains(_ byte: UInt8) -> Bool
    /// Sets the top bit of each byte of the class, and perhaps of others.
    static func candidates(in bytes: SIMD16<UInt8>) -> SIMD16<UInt8>
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first byte of a class from `start` on; `count` if there is none.
    @inlinable public func firstIndex<Class: ByteClass>(of: Class.Type, from start: Int) -> Int {
        let width = SIMD16<UInt8>.scalarCount
        var index = start
        while count - index >= width {
            let found = candidates(of: Class.self, at: index)
            if found.x | found.y == 0 {
                index += width
                continue
            }
            index += found.x != 0 ? found.x.trailingZeroBitCount / 8 : width / 2 + found.y.trailingZeroBitCount / 8
            if Class.contains(self[index]) { return index }
            index += 1
        }
        // What is left of a text with nothing in it, which is the usual case.
        if index > start, count > index, candidates(of: Class.self, at: count - width) == .zero { return count }
        while index < count, !Class.contains(self[index]) { index += 1 }
        return index
    }

    @inlinable @inline(__always)
    func candidates<Class: ByteClass>(of: Class.Type, at index: Int) -> SIMD2<UInt64> {
        let bytes = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        return unsafeBitCast(Class.candidates(in: bytes) & SIMD16(repeating: 0x80), to: SIMD2<UInt64>.self)
    }
}

// Comparing vectors with `.==` compiles to one comparison for each byte; arithmetic on them does not.
extension SIMD16<UInt8> {
    /// Sets the top bit of each byte that equals `byte`, and of no other.
    @inlinable @inline(__always) public func equal(to byte: UInt8) -> Self {
        let difference = self ^ Self(repeating: byte)
        return (difference &- Self(repeating: 1)) & ~difference
    }

    /// Sets the top bit of each control character below a space; other bits have no meaning.
    @inlinable @inline(__always) public var controls: Self { (self &- Self(repeating: 0x20)) & ~self }
}
