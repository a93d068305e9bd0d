import HTML

/// A field that shortens the list of people after it as one types. Only a script can do that, so it shows where there
/// are scripts.
struct FilterField: View {
    /// How many people make a field worth its room.
    static let fewest = 5

    let say: Speaker

    var body: some View {
        div(.class("filter")) {
            label(.for("filter"), .class("unseen")) { say(PeopleWording.filter) }
            input(
                .id("filter"), .type("search"), .placeholder(say(PeopleWording.filter)), .autocomplete("off"),
                .spellcheck(false))
        }
    }
}
