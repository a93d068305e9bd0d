/// A person's role on the site, independent of roles in conversations.
public enum SiteRole: String, Sendable, CaseIterable {
    case member
    /// Manages the site: sessions of others, and metrics.
    case admin
}
