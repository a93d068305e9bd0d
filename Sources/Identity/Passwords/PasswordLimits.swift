/// Limits for passwords and their sessions.
public enum PasswordLimits {
    /// The minimum length of a new password in characters (Unicode scalars): NIST SP 800-63B §5.1.1.2, OWASP ASVS 5.0
    /// V6.2.1.
    public static let minimumCharacters = 8
    /// The lifetime of a session without use.
    public static let sessionLifetime = Duration.seconds(7 * 24 * 3_600)
    /// The minimum time between two extensions of a session, so that not every request writes.
    public static let renewalInterval = Duration.seconds(24 * 3_600)
    /// The maximum number of sessions of an account; beyond that the oldest end.
    public static let maximumSessions = 100
}
