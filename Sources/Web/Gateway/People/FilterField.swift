import Chat
import HTML
import HTTP

/// A field that searches a list of people on the server, when its button is pressed, and with scripts while the user
/// types. What is found stands in the element `matches` beside it.
struct FilterField: View {
    /// The shortest list that has a field.
    static let minimumPeople = 5
    /// The name of the button, so that a form around the list is not taken for complete.
    static let submitName = "find"

    let say: Speaker
    let query: String
    /// The page that answers `q`.
    let source: Path

    var body: some View {
        div(.class("filter"), .data("data-from", source.text)) {
            label(.for("filter"), .class("unseen")) { say(PeopleWording.filter) }
            input(
                .id("filter"), .name("q"), .type("search"), .value(query), .placeholder(say(PeopleWording.filter)),
                .autocomplete("off"), .maxlength(SearchQuery.maximumCharacters), .enterkeyhint("search"),
                .spellcheck(false))
            button(.type("submit"), .name(Self.submitName), .value("1"), .class("button quiet")) {
                say(SearchWording.submit)
            }
        }
    }
}

/// How many people a page shows.
enum PeopleLimits {
    /// How many members, and people to begin a conversation with.
    static let shown = 20
    /// How many people that can be added to a group.
    static let addable = 10
    /// The last page of members.
    static let maximumPages = 500
}

extension SearchQuery {
    /// The query of a field that filters names: `nil` if it is blank, and the beginning of one that is too long.
    init?(filter text: String) { self.init(text.prefix(scalars: Self.maximumCharacters)) }
}
