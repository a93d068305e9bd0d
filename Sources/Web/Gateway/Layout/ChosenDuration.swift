import HTML

/// For how long something that a person chooses holds, in a field of a form.
enum ChosenDuration: String, CaseIterable {
    /// The name of the field.
    static let field = "for"

    /// As long as nothing else is chosen.
    case always
    case hour
    case eightHours = "8h"
    case day
    case week

    /// `nil` for as long as nothing else is chosen.
    var duration: Duration? {
        switch self {
        case .always: nil
        case .hour: .seconds(3_600)
        case .eightHours: .seconds(8 * 3_600)
        case .day: .seconds(24 * 3_600)
        case .week: .seconds(7 * 24 * 3_600)
        }
    }
}

/// The field for `ChosenDuration`.
struct DurationField: View {
    let say: Speaker
    /// The first choice, before the durations: its value and its words; `nil` for none.
    var first: (value: String, words: String)?

    var body: some View {
        label(.for(ChosenDuration.field)) { say(TimeWording.howLong) }
        select(.id(ChosenDuration.field), .name(ChosenDuration.field)) {
            if let first { option(.value(first.value)) { first.words } }
            for choice in ChosenDuration.allCases {
                option(.value(choice.rawValue)) { say(TimeWording.duration(choice)) }
            }
        }
    }
}
