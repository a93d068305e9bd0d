import Accounts
import Chat
import HTML
import HTTP

/// What the bearers of one-time links do: become a person of the chat, or set a new password.
///
/// Looking at a link does not use it, because mail programs look at links.
struct OneTimeLinkFeature: Sendable {
    let people: PeopleAdministration?
    let ending: SessionEnding
    let trail: AuditTrail

    func linkPage(_ visit: Visit, _ token: LinkToken?) async throws -> Response {
        do {
            return page(visit, try await form(visit, try token.orUnknown()), .ok)
        } catch let fault as LinkFault {
            return deadPage(visit, fault)
        }
    }

    func useLink(_ visit: Visit) async throws -> Response {
        let fields = visit.request.form
        do {
            var form = try await form(visit, try fields[LinkParameters.field].flatMap { LinkToken($0) }.orUnknown())
            form.alias = fields[OneTimeLinkForm.aliasField] ?? ""
            form.name = fields[OneTimeLinkForm.nameField] ?? ""
            do throws(OneTimeLinkFault) {
                return try await use(form, fields[OneTimeLinkForm.passwordField] ?? "", visit)
            } catch {
                switch error {
                case .dead(let fault): throw fault
                case .failed(let error): throw error
                case .refused(let wording, let status):
                    form.fault = wording
                    return page(visit, form, status)
                }
            }
        } catch let fault as LinkFault {
            return deadPage(visit, fault)
        }
    }

    /// The form for a link that is still good.
    private func form(_ visit: Visit, _ token: LinkToken) async throws -> OneTimeLinkForm {
        guard let people else { throw Failure.notFound }
        let link = try await people.links.link(token)
        let password: OneTimeLinkForm.PasswordNeed =
            people.passwords == nil || visit.allMethods.password(.password) == nil
            ? .none : visit.methods.password(.password) == nil ? .notHere : .needed
        guard let user = link.purpose.user else { return OneTimeLinkForm(token, link, password, user: nil) }
        do throws(ChatError) {
            return OneTimeLinkForm(token, link, password, user: try await people.users.user(user))
        } catch {
            // The person was deleted.
            throw error.reason == .notFound ? LinkFault.unknown : error as any Error
        }
    }

    private func use(
        _ form: OneTimeLinkForm, _ typed: String, _ visit: Visit
    ) async throws(OneTimeLinkFault) -> Response {
        guard let people, form.password != .notHere else { throw .failed(Failure.badRequest) }
        let password = form.password == .needed ? try Self.password(typed) : nil
        do {
            switch form.link.purpose {
            case .invitation(let role):
                let new = try form.newUser()
                if let password { try people.passwords?.check(password, for: new.alias, name: new.name) }
                try await join(new, role, password, form, people, visit)
            case .password(let user): try await reset(user, password, form, people, visit)
            case .passwordAndFactors(let user):
                try await reset(user, password, form, people, visit)
                if try await people.factors.reset(user) {
                    await trail.record(.factorsReset, visit, user: user, actor: form.link.maker, detail: "with a link")
                }
            }
        } catch let fault as OneTimeLinkFault {
            throw fault
        } catch {
            throw OneTimeLinkFault(error)
        }
        return donePage(visit, form)
    }

    private static func password(_ typed: String) throws(OneTimeLinkFault) -> Password {
        guard !typed.isEmpty else { throw .refused(RegisterWording.passwordMissing, .unprocessableContent) }
        guard let password = Password(typed) else {
            throw .refused(RegisterWording.passwordTooLong, .unprocessableContent)
        }
        return password
    }

    private func join(
        _ new: NewUser, _ role: SiteRole, _ password: Password?, _ form: OneTimeLinkForm,
        _ people: PeopleAdministration, _ visit: Visit
    ) async throws {
        let link = try await people.links.use(form.token)
        let user: User
        do { user = try await people.create(new, role: role, password: password) } catch {
            try await people.links.takeBack(form.token)
            throw error
        }
        await trail.record(
            .accountCreated, visit, user: user.id, actor: link.maker, detail: "with an invitation, as \(role)")
    }

    private func reset(
        _ user: UserID, _ password: Password?, _ form: OneTimeLinkForm, _ people: PeopleAdministration,
        _ visit: Visit
    ) async throws {
        if let password, let person = form.user, let alias = Alias(person.alias), let name = DisplayName(person.name) {
            try people.passwords?.check(password, for: alias, name: name)
        }
        let link = try await people.links.use(form.token)
        if let password {
            do { try await people.set(password, of: user) } catch {
                try await people.links.takeBack(form.token)
                throw error
            }
            await trail.record(.passwordReset, visit, user: user, actor: link.maker, detail: "with a link")
        }
        for ended in try await ending.end(.all(of: user)) {
            await trail.record(
                .sessionRevoked, visit, user: user, method: ended.method, detail: "with a link, \(ended.id)")
        }
        // Remembered browsers were trusted by someone who knew the old password.
        _ = try await people.factors.forgetDevices(of: user)
    }

    private func page(_ visit: Visit, _ form: OneTimeLinkForm, _ status: Status) -> Response {
        unkept(
            Page(visit, title: visit.say(form.title), back: routes.signIn()) {
                OneTimeLinkPage(visit: visit, form: form)
            }.response(status))
    }

    private func deadPage(_ visit: Visit, _ fault: LinkFault) -> Response {
        notice(visit, OneTimeLinkWording.title, fault.wording, .notFound)
    }

    private func donePage(_ visit: Visit, _ form: OneTimeLinkForm) -> Response {
        notice(visit, form.title, form.done, .ok)
    }

    private func notice(_ visit: Visit, _ title: Sentence, _ words: Sentence, _ status: Status) -> Response {
        unkept(
            Page(visit, title: visit.say(title), back: routes.home.path) {
                section(.class("notice")) {
                    p(.role("status")) { visit.say(words) }
                    a(.class("button primary"), .href(routes.signIn().url)) { visit.say(OneTimeLinkWording.signIn) }
                }
            }.response(status))
    }

    /// A page with a secret must not be stored by the browser.
    private func unkept(_ response: Response) -> Response {
        var response = response
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        return response
    }
}

extension LinkToken? {
    fileprivate func orUnknown() throws(LinkFault) -> LinkToken {
        guard let self else { throw .unknown }
        return self
    }
}

extension LinkFault {
    fileprivate var wording: Sentence {
        switch self {
        case .unknown: OneTimeLinkWording.unknown
        case .used: OneTimeLinkWording.used
        case .expired: OneTimeLinkWording.expired
        }
    }
}
