/// What is left of a person who was deleted: a row to which messages refer.
public enum DeletedUser {
    /// The beginning of the alias that takes the place of theirs. It is behind all aliases, and part of none.
    public static let aliasPrefix = "~"
}
