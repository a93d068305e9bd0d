/// What is known of the touches of a message before its last one: those that have numbers, and those that have none yet.
struct EarlierTouches {
    /// So many touches without a number are told apart; with more, the next read of this process judges the message.
    static let maximumUnnumbered = 32

    /// The greatest of the numbers.
    private(set) var newest = Int64.min
    /// When the touches were that have no number yet.
    private(set) var unnumbered: Set<Int> = []
    private var areTooMany = false

    /// Whether all of them have their numbers.
    var isNumbered: Bool { unnumbered.isEmpty && !areTooMany }

    mutating func add(_ serial: Int, number: Int64?) {
        if let number {
            newest = max(newest, number)
        } else if unnumbered.count < Self.maximumUnnumbered {
            unnumbered.insert(serial)
        } else {
            areTooMany = true
        }
    }

    /// The touch has got its number.
    mutating func number(_ number: Int64, touch serial: Int) {
        unnumbered.remove(serial)
        newest = max(newest, number)
    }

    /// Without those that a read has judged that began at `serial`.
    func after(_ serial: Int) -> EarlierTouches {
        var touches = self
        touches.unnumbered = unnumbered.filter { $0 > serial }
        return touches
    }
}
