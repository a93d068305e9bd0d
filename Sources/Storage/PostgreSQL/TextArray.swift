/// An array as a parameter: of texts, UUIDs, numbers, or of `t` and `f`
/// (https://www.postgresql.org/docs/15/arrays.html#ARRAYS-INPUT).
public struct TextArray: ParameterConvertible {
    private let values: [String?]

    /// - Parameter values: `nil` for NULL.
    public init(_ values: [String?]) { self.values = values }

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
