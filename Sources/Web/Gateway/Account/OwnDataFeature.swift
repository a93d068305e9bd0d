import Accounts
import Chat
import HTML
import HTTP
import Logging

/// What people do with all that is stored about them: they take it along as a file, or have it deleted.
struct OwnDataFeature: Sendable {
    /// The size of a file, which is in memory as a whole. For more there is the operator's command.
    static let maximumFile = ByteCount.mebibytes(32)
    private static let reason = "by the person"

    let people: PeopleAdministration?
    let export: PersonalDataExport?
    let deletion: AccountDeletion
    let maximumFile: ByteCount
    let files: FileLimiter
    let policy: SitePolicy
    let trail: AuditTrail
    let log: Logger

    /// The page that leads to the file, or the file.
    func data(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let export else { throw Failure.notFound }
        guard visit.request.form[OwnDataPage.downloadField] != nil else { return dataPage(visit, nil, .ok) }
        let lease: Lease
        do { lease = try files.begin(for: session.user, isLimited: policy.limitsRequests) } catch {
            let failure = Failure.tooManyFiles(error)
            log.report("a file of personal data was refused", failure.logDetail ?? "", visit, level: .info)
            var response = dataPage(visit, failure.text.detail, failure.status)
            response.headers[.retryAfter] = failure.retryAfter
            return response
        }
        let bytes: [UInt8]
        do { bytes = try await file(of: session.user, export) } catch let error as FileTooLarge {
            log.report("a file of personal data was refused", "it has more than \(error.limit)", visit, level: .info)
            return dataPage(visit, OwnDataWording.tooLarge(mebibytes: error.limit.bytes >> 20), .unprocessableContent)
        }
        await trail.record(.dataExported, visit, user: session.user, detail: Self.reason)
        var response = Response(.ok, .json, bytes)
        // An alias needs no escaping.
        response.headers["Content-Disposition"] = #"attachment; filename="engawa-\#(session.alias).json""#
        response.headers[.cacheControl] = "no-store"
        response.lease = lease
        return response
    }

    private struct FileTooLarge: Error {
        let limit: ByteCount
    }

    private func file(of user: UserID, _ export: PersonalDataExport) async throws -> [UInt8] {
        var (parts, size): ([[UInt8]], Int) = ([], 0)
        try await export.write(user) { part in
            size += part.count
            guard size <= maximumFile.bytes else { throw FileTooLarge(limit: maximumFile) }
            parts.append(part)
        }
        return try await export.joined(parts)
    }

    private func dataPage(_ visit: Visit, _ fault: Sentence?, _ status: Status) -> Response {
        unkept(
            Page(visit, title: visit.say(OwnDataWording.download), back: routes.profile.path) {
                OwnDataPage(visit: visit, maximumMebibytes: maximumFile.bytes >> 20, fault: fault)
            }.response(status))
    }

    /// The page that says what a deletion does, or the deletion.
    func delete(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let people else { throw Failure.notFound }
        let form = visit.request.form
        guard form[OwnDeletionPage.sureField] != nil else {
            return deletionPage(visit, isLastAdmin: try await people.register.isLastAdmin(session.user), .ok)
        }
        // First, so that no session begins in between.
        do { try await people.register.retire(session.user) } catch is LastAdmin {
            return deletionPage(visit, isLastAdmin: true, .conflict)
        }
        try await deletion.delete(
            session.user, withMessages: form[OwnDeletionPage.messagesField] != nil, Self.reason, visit)
        var response = Response.seeOther("\(routes.signIn().text)?\(SignInMark.accountDeleted)")
        response.headers.append(.setCookie, SessionCookie.removing(policy).serialized)
        response.headers.append(.setCookie, LastUserCookie.removing(policy).serialized)
        // Nothing of theirs is for the next person at this machine. Honoured over https only.
        response.headers["Clear-Site-Data"] = #""cache""#
        return response
    }

    private func deletionPage(_ visit: Visit, isLastAdmin: Bool, _ status: Status) -> Response {
        unkept(
            Page(visit, title: visit.say(OwnDataWording.delete), back: routes.profile.path) {
                OwnDeletionPage(visit: visit, isLastAdmin: isLastAdmin)
            }.response(status))
    }

    /// The answer to a form, which must not take the place of the page at its address.
    private func unkept(_ response: Response) -> Response {
        var response = response
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        return response
    }
}
