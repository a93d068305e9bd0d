/// What somebody is to the whole site. It says nothing of conversations, which have admins of their own.
public enum SiteRole: String, Sendable, CaseIterable {
    case member
    /// Looks after the site: other people's sessions, and its figures.
    case admin
}
