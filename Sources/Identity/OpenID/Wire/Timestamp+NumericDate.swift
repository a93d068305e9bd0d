import Chat

extension Timestamp {
    /// Moments that a token can mean, in seconds: until the year 9999.
    private static let numericDates = 0.0...253_402_300_799.0

    /// Reads a NumericDate (RFC 7519 §2): seconds since 1970, which may have a fraction.
    init?(numericDate seconds: Double) {
        guard Self.numericDates.contains(seconds) else { return nil }
        self.init(milliseconds: Int64((seconds * 1_000).rounded()))
    }

    /// The whole seconds, as tokens carry them.
    var numericDate: Double { Double(milliseconds / 1_000) }
}
