public import Chat

/// A person of the sample data.
public enum SamplePerson: Int, CaseIterable, Sendable {
    case alice = 1
    case bob
    case carol
    case dave
    case haruka
    case kenji
    case yui
    case sora

    /// `550e8400-e29b-41d4-a716-446655440001` for Alice, and so on.
    public var id: UserID { SampleWorld.identifier(44_0000 + rawValue) }

    public var alias: String { "\(self)" }

    public var name: String {
        switch self {
        case .alice: "Alice"
        case .bob: "Bob"
        case .carol: "Carol"
        case .dave: "Dave"
        case .haruka: "佐藤 春香"
        case .kenji: "田中 健二"
        case .yui: "小林 結衣"
        case .sora: "森 そら"
        }
    }
}
