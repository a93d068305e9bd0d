import Accounts
import Chat
import HTTP
import LinkPreviews
import Logging
import Pictures

@testable import Gateway

extension LinkPreviews {
    /// - Parameter folder: the beginning of the paths of its folders.
    convenience init(
        _ web: any Transport, folder: String, _ accounts: AccountRegister, publicURL: String?, clock: Clock, log: Logger
    ) throws {
        let limits = LinkPreviewLimits()
        let now: @Sendable () -> Duration = { .milliseconds(clock.now().milliseconds) }
        let pictures = try PictureStore(
            folder: "\(folder)-preview-pictures", transport: web, limits: limits.pictures, now: now, log: log)
        self.init(
            try LinkPreviewStore(
                folder: "\(folder)-previews", pages: web, pictures: pictures, limits: limits, now: now, log: log),
            accounts: accounts, ownOrigin: publicURL.flatMap { BaseURL($0)?.origin }, clock: clock, log: log)
    }
}
