import Chat

extension Timestamp {
    /// Valid times in seconds, until the year 9999.
    private static let numericDates = 0.0...253_402_300_799.0

    /// Parses a NumericDate (RFC 7519 §2): seconds since 1970, possibly with a fraction.
    init?(numericDate seconds: Double) {
        guard Self.numericDates.contains(seconds) else { return nil }
        self.init(milliseconds: Int64((seconds * 1_000).rounded()))
    }

    /// In whole seconds.
    var numericDate: Double { Double(milliseconds / 1_000) }
}
