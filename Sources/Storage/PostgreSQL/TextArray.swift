internal import Bytes

/// An array as a parameter: of texts, UUIDs, numbers, bytes, or of `t` and `f`
/// (https://www.postgresql.org/docs/15/arrays.html#ARRAYS-INPUT).
public struct TextArray: ParameterConvertible {
    private let values: [String?]

    /// - Parameter values: `nil` for NULL.
    public init(_ values: [String?]) { self.values = values }

    /// An array of `bytea` (https://www.postgresql.org/docs/15/datatype-binary.html).
    ///
    /// - Parameter values: `nil` for NULL.
    public init(_ values: [[UInt8]?]) {
        self.init(
            values.map { bytes in
                bytes.map { bytes in
                    var text = ByteBuffer(capacity: 2 + 2 * bytes.count)
                    text.append("\\x")
                    for byte in bytes { text.append(hexadecimal: byte) }
                    return text.text
                }
            })
    }

    public var parameter: Parameter {
        let quoted = values.map { value in
            guard let value else { return "NULL" }
            var text = "\""
            for scalar in value.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
                text.unicodeScalars.append(scalar)
            }
            return text + "\""
        }
        return "{\(quoted.joined(separator: ","))}".parameter
    }
}
