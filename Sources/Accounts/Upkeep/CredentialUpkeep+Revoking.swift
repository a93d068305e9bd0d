import Chat
public import OpenID

extension CredentialUpkeep {
    /// Gives back what is due of what sessions left behind that are over.
    ///
    /// - Returns: what went wrong, for the log; what may work later is tried again.
    /// - Throws: `SQLiteError`.
    public func giveBack() async throws -> [ProviderError] {
        var failures: [ProviderError] = []
        for pending in try revocations.take() {
            do throws(ProviderError) {
                if let keeper = keeper(of: pending.method), keeper.revokesAtSignOut {
                    try await keeper.revoke(pending.credential)
                }
            } catch {
                failures.append(error)
                if error.isTransient { continue }
            }
            try revocations.remove(pending.key)
        }
        return failures
    }
}
