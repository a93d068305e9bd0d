#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension IPAddress {
    /// Reads a `sockaddr_in` or a `sockaddr_in6`; fails for other families, and where bytes are missing.
    public init?(socketAddress bytes: UnsafeRawBufferPointer) {
        func read<Number: BitwiseCopyable>(_ start: Int?, as type: Number.Type) -> Number? {
            guard let start, bytes.count >= start + MemoryLayout<Number>.size else { return nil }
            return bytes.loadUnaligned(fromByteOffset: start, as: type)
        }
        let family = read(MemoryLayout<sockaddr>.offset(of: \.sa_family), as: sa_family_t.self)
        switch family.map(Int32.init) {
        case AF_INET:
            guard let v4 = read(MemoryLayout<sockaddr_in>.offset(of: \.sin_addr), as: UInt32.self) else { return nil }
            self.init(v4: UInt32(bigEndian: v4))
        case AF_INET6:
            guard let v6 = read(MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr), as: IPv6Bits.self) else {
                return nil
            }
            self.init(v6: IPv6Bits(onWire: v6))
        default: return nil
        }
    }
}
