import Chat
import HTTP
import Logging
import Pictures

/// People's pictures.
struct AvatarFeature: Sendable {
    let repositories: Repositories
    let pictures: PictureStore
    let log: Logger

    /// A user's picture, for whoever is signed in. The answer is for an `img`: never a page, never a redirect to one.
    ///
    /// What is fetched is what the backend says about the user; the version only finds what was fetched so before, and
    /// then nobody is asked.
    func avatar(_ visit: Visit, of id: UserID, version: PictureKey) async -> Response {
        if let answer = pictures.cached(version) { return avatar(answer, isCurrent: true) }
        let user: User
        do {
            user = try await repositories.users.user(id)
        } catch {
            let failure = Failure(error)
            log.report(failure, visit)
            return Self.none(failure.status)
        }
        guard let url = user.avatarURL.flatMap({ PictureURL($0) }) else { return Self.none(.notFound) }
        return avatar(await pictures.picture(at: url), isCurrent: url.key == version)
    }

    /// Under a version that is not the user's any more, which an old page may name, a picture is not to be kept.
    private func avatar(_ answer: PictureStore.Entry, isCurrent: Bool) -> Response {
        let limits = pictures.limits
        var response: Response
        let lifetime: String
        switch answer {
        case .picture(let picture):
            response = Response(.ok, Picture.type, picture.bytes)
            lifetime = "max-age=\(limits.freshness.components.seconds), immutable"
        case .missing:
            response = Self.nothingToSee
            lifetime = "max-age=\(limits.retryDelay.components.seconds)"
        }
        response.headers[.cacheControl] = "private, \(isCurrent ? lifetime : "no-cache")"
        return response
    }

    /// What stands for a picture that can't be had: one that is transparent, so that the letter under it shows through.
    ///
    /// Not 404: that would be a broken picture's icon in some browsers and an error in every console, on each page anew.
    private static let nothingToSee = Response(
        .ok, "image/svg+xml", Array(#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#.utf8))

    private static func none(_ status: Status) -> Response { Response(status, headers: [.cacheControl: "no-store"]) }
}
