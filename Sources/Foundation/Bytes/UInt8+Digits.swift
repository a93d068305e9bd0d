extension UInt8 {
    /// What a decimal digit means.
    @inlinable public var decimalValue: UInt8? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? value : nil
    }

    /// What a hexadecimal digit means, in either case.
    @inlinable public var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The hexadecimal digit of a value below 16, in lower case.
    @inlinable public static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
