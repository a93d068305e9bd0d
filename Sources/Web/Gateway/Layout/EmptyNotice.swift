import HTML

/// Stands in place of an empty list, with advice on what to do next.
struct EmptyNotice: View {
    let sentence: String
    let advice: String

    var body: some View {
        section(.class("empty")) {
            p { sentence }
            p(.class("muted")) { advice }
        }
    }
}
