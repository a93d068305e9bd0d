import Accounts
import Chat
import HTML
import HTTP
import Live

/// People change their own name, and their alias where the operator allows it.
struct OwnNameFeature: Sendable {
    private static let reason = "by the person"

    let people: PeopleAdministration?
    let live: Live
    let policy: SitePolicy
    let trail: AuditTrail

    func page(_ visit: Visit) async throws -> Response { try await page(visit, fault: nil, .ok) }

    /// Changes the name; the alias only with a fresh proof, because people sign in with it.
    func change(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let people else { throw Failure.notFound }
        let former = try await people.users.user(session.user)
        let form = visit.request.form
        let alias = policy.allowsOwnAlias ? form[OwnNamePage.alias] : nil
        if let alias, alias != former.alias { try visit.requireFreshProof() }
        let renaming = Renaming(people: people, live: live)
        switch try await renaming.rename(former, to: form[OwnNamePage.name] ?? "", alias: alias) {
        case .refused(let fault, let status): return try await page(visit, fault: fault, status)
        case .renamed(let aliases):
            await trail.record(
                .accountRenamed, visit, user: session.user,
                detail: Self.reason + (aliases.map { ", \($0)" } ?? ""))
            return .seeOther(routes.profile.text)
        }
    }

    private func page(_ visit: Visit, fault: RenamingFault?, _ status: Status) async throws -> Response {
        let session = try visit.requireSession()
        guard let people else { throw Failure.notFound }
        let user = try await people.users.user(session.user)
        return Page(
            visit, title: visit.say(policy.allowsOwnAlias ? OwnNameWording.titleWithAlias : OwnNameWording.title),
            back: routes.profile.path
        ) {
            OwnNamePage(say: visit.say, user: user, allowsAlias: policy.allowsOwnAlias, fault: fault)
        }.response(status)
    }
}

/// The form that changes one's own name.
struct OwnNamePage: View {
    static let name = "name"
    static let alias = "alias"

    let say: Speaker
    let user: User
    let allowsAlias: Bool
    let fault: RenamingFault?

    var body: some View {
        form(.method(.post), .action(routes.changeOwnName.url), .class("card stack")) {
            if let fault { p(.class("fault"), .id("name-fault"), .role("alert")) { say(fault.wording) } }
            label(.for("name")) { say(ProfileWording.name) }
            input(
                .id("name"), .name(Self.name), .type("text"), .value(fault?.name ?? user.name), .required(),
                .autocomplete("name"), .maxlength(DisplayName.maximumCharacters),
                .aria(.describedby, fault == nil ? nil : "name-fault"))
            if allowsAlias {
                label(.for("alias")) { say(ProfileWording.alias) }
                input(
                    .id("alias"), .name(Self.alias), .type("text"), .value(fault?.alias ?? user.alias), .required(),
                    .autocomplete("username"), .autocapitalize("none"), .spellcheck(false),
                    .maxlength(Alias.lengths.upperBound), .aria(.describedby, "alias-hint"))
                p(.id("alias-hint"), .class("muted")) {
                    say(RegisterWording.aliasHint)
                    " "
                    say(OwnNameWording.aliasExplained)
                }
            }
            button(.type("submit"), .class("button primary")) { say(ProfileWording.save) }
        }
    }
}
