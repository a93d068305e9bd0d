import Chat
import HTTP

/// The form of a group's settings, and what it showed when it was sent to the browser.
struct GroupForm {
    enum Fault {
        case name
        case description
        case tooManyOpen

        var sentence: Sentence {
            switch self {
            case .name: GroupWording.nameMissing
            case .description: GroupWording.descriptionTooLong
            case .tooManyOpen: OpenGroupsWording.tooMany
            }
        }
    }

    struct Values: Equatable {
        var name: String
        var description: String
        var adminsOnly: AdminsOnly
        var isOpen: Bool
        var hasThreads: Bool
    }

    let shown: Values
    var values: Values
    private(set) var fault: Fault?

    static let action = "admins"

    init(_ conversation: Conversation) {
        shown = Values(
            name: conversation.name ?? "", description: conversation.description ?? "",
            adminsOnly: conversation.adminsOnly, isOpen: conversation.isOpen,
            hasThreads: conversation.hasThreads)
        values = shown
    }

    init(_ form: Form) {
        shown = Values(
            name: form["shown-name"] ?? "", description: form["shown-description"] ?? "",
            adminsOnly: AdminsOnly(
                names: (form["shown-admins"] ?? "").utf8.split(separator: UInt8(ascii: " ")).map { String($0) ?? "" }),
            isOpen: form["shown-open"] == "on", hasThreads: form["shown-threads"] == "on")
        values = Values(
            name: form["name"] ?? "", description: form["description"] ?? "",
            adminsOnly: AdminsOnly(names: form.values(of: Self.action)), isOpen: form["open"] == "on",
            hasThreads: form["threads"] == "on")
    }

    /// What is to be changed; `nil` for a form with a fault, which is noted.
    mutating func edit() -> GroupEdit? {
        var edit = GroupEdit()
        if values.name != shown.name {
            guard let name = DisplayName(values.name) else { return fail(.name) }
            edit.name = name
        }
        guard let description = GroupDescription(values.description) else { return fail(.description) }
        if description != GroupDescription(shown.description) { edit.description = description }
        if values.adminsOnly != shown.adminsOnly { edit.adminsOnly = values.adminsOnly }
        if values.isOpen != shown.isOpen { edit.isOpen = values.isOpen }
        if values.hasThreads != shown.hasThreads { edit.hasThreads = values.hasThreads }
        return edit
    }

    /// Notes that as many groups are open as may be.
    mutating func refuseOpening() { fault = .tooManyOpen }

    private mutating func fail(_ fault: Fault) -> GroupEdit? {
        self.fault = fault
        return nil
    }
}
