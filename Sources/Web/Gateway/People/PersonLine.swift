import Chat
import HTML

/// A person who can be chosen: the picture, the name and the alias.
struct PersonLine: View {
    let user: User

    var body: some View {
        let person = Person(user)
        Avatar(person: person)
        span(.class("person-text")) {
            span { person.name }
            span(.class("muted")) { "@\(user.alias)" }
        }
    }
}
