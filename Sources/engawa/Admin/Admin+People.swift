import Accounts
import Chat
import Passwords

// What concerns the people of the embedded chat.
extension Admin {
    /// How many people are read at a time.
    private static let peopleAtOnce = 500

    /// - Throws: `ConfigurationError` if the people are not kept in this folder.
    func people() throws -> PeopleAdministration {
        guard let chat else {
            throw ConfigurationError(
                "\(Setting.data.flag): the people are not in \"\(configuration.data)\"; a REST backend manages its own")
        }
        return PeopleAdministration(
            users: chat.repositories.users, chat: chat.administration, passwords: passwords, register: register,
            sessions: sessions, factors: factors, links: links)
    }

    /// Everybody, by alias; before a REST backend those of whom the site knows something of its own.
    func listAccounts(_ write: (String) -> Void) async throws {
        guard chat != nil else {
            let rows = try await register.all().map { [$0.user.description, $0.role.rawValue, $0.disabledAt?.iso8601] }
            return write(Table(["USER", "ROLE", "DISABLED"], rows).text)
        }
        let people = try people()
        var table = Table(["USER", "ALIAS", "ROLE", "DISABLED", "LAST SEEN", "SIGN-IN", "NAME"], [])
        // The widths are fixed, because all rows are never known at once.
        table.widths = [36, Alias.lengths.upperBound, 6, 24, 24, 30, 0]
        write(table.text)
        var last: String?
        while true {
            let entries = try await people.entries(after: last, limit: Self.peopleAtOnce)
            write(table.text(of: entries.map(\.row)))
            guard entries.count == Self.peopleAtOnce, let next = entries.last?.user.alias else { return }
            last = next
        }
    }

    func create(_ new: NewUser, _ role: SiteRole, readsPassword: Bool) async throws -> String {
        let people = try people()
        let password = readsPassword ? try readPassword(people) : nil
        let user: User
        do {
            user = try await people.create(new, role: role, password: password)
        } catch let error as ChatError where error.reason == .aliasTaken {
            throw ConfigurationError("--alias: \"\(new.alias)\" is taken")
        } catch let error as PasswordError {
            throw ConfigurationError(passwordError: error)
        }
        try await record(.accountCreated, user.id, "by the operator")
        if role != .member { try await record(.roleChanged, user.id, "by the operator, from member to \(role)") }
        return "\(user.id) is \(user.alias)\n"
    }

    func rename(_ user: UserID, to name: DisplayName?, alias: Alias?) async throws -> String {
        let people = try people()
        let former = try await people.users.user(user).alias
        let renamed: User
        do {
            renamed = try await people.rename(user, to: name, alias: alias)
        } catch let error as ChatError where error.reason == .aliasTaken {
            throw ConfigurationError("--alias: \"\(alias?.description ?? "")\" is taken")
        } catch let error as PasswordError where error.reason == .nameTaken {
            throw ConfigurationError("--alias: \"\(alias?.description ?? "")\" is taken")
        }
        let aliases = former == renamed.alias ? "" : ", from \(former) to \(renamed.alias)"
        try await record(.accountRenamed, user, "by the operator\(aliases)")
        return "\(user) is \(renamed.alias), \(renamed.name)\n"
    }

    /// Takes a new password from standard input.
    func resetPassword(of user: UserID) async throws -> String {
        let people = try people()
        let password = try readPassword(people)
        do { try await people.set(password, of: user) } catch let error as PasswordError {
            throw ConfigurationError(passwordError: error)
        }
        try await record(.passwordReset, user, "by the operator")
        // Remembered browsers were trusted by someone who knew the old password.
        _ = try await factors.forgetDevices(of: user)
        return "\(user) has a new password\n" + (try await revoke(.all(of: user)))
    }

    func export(_ user: UserID, _ write: (String) -> Void) async throws {
        let people = try people()
        guard let chat else { preconditionFailure("there are people") }
        _ = try await chat.repositories.users.user(user)
        // Before the file, whose reader may end this program.
        try await record(.dataExported, user, "by the operator")
        try await PersonalDataExport(
            people, chat.repositories, drafts: chat.drafts, identities: identities, audit: audit
        ).write(user) { write(String(decoding: $0, as: UTF8.self)) }
    }

    func delete(_ user: UserID, withMessages: Bool) async throws -> String {
        let deletion = try await people().delete(user, withMessages: withMessages)
        try await record(deletion.endedSessions)
        try await record(
            .accountDeleted, user, "by the operator, \(withMessages ? "with" : "without") the messages")
        let messages = withMessages ? "with all messages" : "the messages stay, without a name"
        return "\(user) is deleted: \(messages)\n" + Self.ended(deletion.endedSessions.count)
    }

    private func readPassword(_ people: PeopleAdministration) throws -> Password {
        guard people.passwords != nil else {
            throw ConfigurationError("--password-stdin: nobody signs in with a password here (--sign-in password)")
        }
        guard let password = StandardInput.line().flatMap({ Password($0) }) else {
            throw ConfigurationError(
                "--password-stdin: a line of at most \(Password.maximumCharacters) characters is expected")
        }
        return password
    }
}

extension ConfigurationError {
    fileprivate init(passwordError error: PasswordError) {
        switch error.reason {
        case .passwordTooShort:
            self.init("--password-stdin: at least \(PasswordLimits.minimumCharacters) characters are needed")
        case .weakPassword: self.init("--password-stdin: that password is too easy to guess")
        default: self.init("the password was not set: \(error)")
        }
    }
}

extension PeopleAdministration.Entry {
    /// The cells of the list.
    fileprivate var row: [String?] {
        var ways = hasPassword ? ["password"] : []
        ways += status.linkedMethods.map(\.description)
        if status.passkeys > 0 { ways.append("passkey") }
        if status.hasAuthenticator { ways.append("authenticator") }
        return [
            user.id.description, user.alias, status.role.rawValue, status.disabledAt?.iso8601,
            status.lastSeen?.iso8601, ways.isEmpty ? nil : ways.joined(separator: ","), user.name,
        ]
    }
}
