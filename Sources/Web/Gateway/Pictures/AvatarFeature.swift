import Accounts
import Chat
import HTTP
import Logging
import Pictures

/// Profile pictures.
struct AvatarFeature: Sendable {
    let repositories: Repositories
    let pictures: PictureStore
    let log: Logger

    /// A user's picture. The response is for an `img` element: never a page, never a redirect to one.
    ///
    /// Only the URL that the backend names for the user is ever fetched. The version in the path is a cache key: if it
    /// is cached, the backend is not asked.
    func avatar(_ visit: Visit, of id: UserID, version: CacheKey) async -> Response {
        if let answer = await pictures.cached(version) { return avatar(answer, isCurrent: true) }
        let user: User
        do {
            user = try await repositories.users.user(id)
            if let picture = user.picture {
                return try await self.picture(
                    picture, as: visit.requireSession().user, isCurrent: CacheKey(picture) == version)
            }
        } catch {
            let failure = Failure(error)
            log.report(failure, visit)
            return Self.none(failure.status)
        }
        guard let url = user.avatarURL.flatMap({ WebURL($0) }) else { return Self.none(.notFound) }
        return avatar(await pictures.picture(at: url), isCurrent: url.key == version)
    }

    /// A picture of a person that the backend keeps.
    ///
    /// - Parameter isCurrent: as below; of another one nothing is shown.
    private func picture(_ id: PictureID, as user: UserID, isCurrent: Bool) async throws -> Response {
        guard isCurrent else { return avatar(.missing, isCurrent: false) }
        return avatar(try await pictures.picture(CacheKey(id)) { try await content(of: id, as: user) }, isCurrent: true)
    }

    /// A picture of a group, for somebody who takes part. It is not cached here, because whoever knows the key of a cached
    /// picture gets it.
    func picture(ofGroup id: PictureID, as user: UserID, isCurrent: Bool) async throws -> Response {
        guard isCurrent else { return avatar(.missing, isCurrent: false) }
        return avatar(await pictures.picture(try await content(of: id, as: user)), isCurrent: true)
    }

    /// Nothing where it was replaced a moment ago.
    private func content(of id: PictureID, as user: UserID) async throws(ChatError) -> [UInt8] {
        do throws(ChatError) { return try await repositories.pictures.picture(id, as: user).content } catch {
            guard error.reason == .notFound else { throw error }
            return []
        }
    }

    /// - Parameter isCurrent: whether the path names the user's current picture. An old page may name an earlier one,
    ///   under which browsers must not cache the current one.
    private func avatar(_ answer: PictureStore.Entry, isCurrent: Bool) -> Response {
        let limits = pictures.limits
        var response: Response
        let lifetime: String
        switch answer {
        case .picture(let picture):
            response = Response(.ok, Picture.type, picture.bytes)
            lifetime = "max-age=\(limits.freshness.components.seconds), immutable"
        case .missing:
            response = Self.transparent
            lifetime = "max-age=\(limits.retryDelay.components.seconds)"
        }
        response.headers[.cacheControl] = "private, \(isCurrent ? lifetime : "no-cache")"
        return response
    }

    /// The response for an unavailable picture: a transparent one, through which the initial below it is visible.
    ///
    /// A 404 would show as a broken picture in some browsers, and as an error in the console of all.
    private static let transparent = Response(
        .ok, "image/svg+xml", Array(#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#.utf8))

    private static func none(_ status: Status) -> Response { Response(status, headers: [.cacheControl: "no-store"]) }
}
