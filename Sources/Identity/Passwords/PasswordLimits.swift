/// What passwords and their sessions are held to.
public enum PasswordLimits {
    /// The fewest characters (Unicode scalars) of a new password: NIST SP 800-63B §5.1.1.2, OWASP ASVS 5.0 V6.2.1.
    public static let minimumCharacters = 8
    /// How long a session lasts unless it is used.
    public static let sessionLifetime = Duration.seconds(7 * 24 * 3_600)
    /// How long after its last renewal a session is renewed by being used, so that not every request writes.
    public static let renewalInterval = Duration.seconds(24 * 3_600)
    /// How many sessions one account has; beyond that the oldest end.
    public static let maximumSessions = 100
}
