import HTTP

/// What an admin changes of one person.
enum AccountChange {
    /// The typed name and alias, not yet checked.
    case rename(name: String, alias: String)
    case disable
    case enable
    case endSession(id: String)
    case endAllSessions
    case makeLink(withFactors: Bool)
    case delete(withMessages: Bool)

    static let actionField = "action"
    static let nameField = "name"
    static let aliasField = "alias"
    static let sessionField = "session"
    static let messagesField = "messages"

    /// The value of `actionField`.
    enum Action: String {
        case rename, disable, enable, delete
        case endSession = "end-session"
        case endAllSessions = "end-sessions"
        case passwordLink = "password-link"
        case factorsLink = "factors-link"
    }

    init?(_ form: Form) {
        switch form[Self.actionField].flatMap({ Action(rawValue: $0) }) {
        case .rename: self = .rename(name: form[Self.nameField] ?? "", alias: form[Self.aliasField] ?? "")
        case .disable: self = .disable
        case .enable: self = .enable
        case .endSession:
            guard let id = form[Self.sessionField] else { return nil }
            self = .endSession(id: id)
        case .endAllSessions: self = .endAllSessions
        case .passwordLink: self = .makeLink(withFactors: false)
        case .factorsLink: self = .makeLink(withFactors: true)
        case .delete: self = .delete(withMessages: form[Self.messagesField] != nil)
        case nil: return nil
        }
    }

    /// Whether admins may do it to their own account here. Otherwise the last admin could lock everybody out.
    var mayConcernOneself: Bool {
        switch self {
        case .disable, .delete: false
        case .rename, .enable, .endSession, .endAllSessions, .makeLink: true
        }
    }
}

/// What was changed, told on the page that follows.
enum AccountNotice: String {
    static let field = "done"

    case renamed, disabled, enabled, ended, deleted

    init?(_ query: Query) {
        guard let text = query[Self.field] else { return nil }
        self.init(rawValue: text)
    }

    /// The query that shows it.
    var query: String { "?\(Self.field)=\(rawValue)" }

    var wording: Sentence {
        switch self {
        case .renamed: AccountsWording.renamed
        case .disabled: AccountsWording.disabled
        case .enabled: AccountsWording.enabled
        case .ended: SessionsWording.ended
        case .deleted: AccountsWording.deleted
        }
    }
}
