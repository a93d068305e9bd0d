import HTTP
import Synchronization

/// Numbers for requests: each another one, without order to the eye, and without asking the system for each.
struct RequestIDs: ~Copyable {
    private let count = Atomic<UInt64>(.random(in: .min ... .max))

    /// SplitMix64 (Steele, Lea, Flood 2014): a bijection, so no number comes twice.
    func next() -> RequestID {
        var bits = count.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return RequestID(rawValue: bits ^ bits >> 31)
    }
}
