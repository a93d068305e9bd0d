import Chat

/// Counts by day of the viewer's time zone, for a chart: the last `ChartDays.count` days, the oldest first.
struct ChartDays {
    static let count = 30

    let days: [(day: CivilDate, count: Int)]

    init(_ counts: [SiteFigures.Count], _ time: ViewerTime) {
        let today = time.day(of: time.now).daysSinceEpoch
        let first = today - Int64(Self.count) + 1
        var numbers = [Int](repeating: 0, count: Self.count)
        for part in counts {
            let index = time.day(of: part.start).daysSinceEpoch - first
            if numbers.indices.contains(Int(index)) { numbers[Int(index)] += part.count }
        }
        days = numbers.enumerated().map { (CivilDate(daysSinceEpoch: first + Int64($0)), $1) }
    }

    var total: Int { days.reduce(0) { $0 + $1.count } }

    /// The day with the most, the newest of several; `nil` where there is nothing.
    var peak: (day: CivilDate, count: Int)? {
        let most = days.map(\.count).max() ?? 0
        return most == 0 ? nil : days.last { $0.count == most }
    }
}
