public import Chat
public import OpenID

/// The result of processing queued revocations.
public struct RevocationReport: Sendable {
    /// Errors for the log; temporary ones are retried.
    public var failures: [ProviderError] = []
    /// The people whose consent was withdrawn, and at which sign-in method.
    public var withdrawn: [(user: UserID, method: SignInMethodID)] = []
}

extension CredentialMonitor {
    private enum Outcome { case done, nobodyAsked, failed(ProviderError) }

    /// Processes the queued revocations that are due: credentials of ended sessions, and consents of unlinked
    /// identities. Services are processed concurrently, so that a slow one delays no other.
    ///
    /// - Throws: `SQLiteError`.
    public func processRevocations() async throws -> RevocationReport {
        var report = RevocationReport()
        let due = try await revocations.take()
        try await withThrowingTaskGroup { group in
            for pending in due { group.addTask { (pending, try await self.process(pending)) } }
            for try await (pending, outcome) in group {
                if case .failed(let error) = outcome { report.failures.append(error) }
                if case .done = outcome, let user = pending.withdrawnBy {
                    report.withdrawn.append((user, pending.method))
                }
            }
        }
        return report
    }

    private func process(_ pending: Revocations.Pending) async throws -> Outcome {
        var outcome = Outcome.nobodyAsked
        if let provider = provider(for: pending) {
            do throws(ProviderError) {
                try await provider.revoke(pending.credential)
                outcome = .done
            } catch {
                outcome = .failed(error)
            }
        }
        if !isToBeTriedAgain(pending, outcome) { try await revocations.remove(pending.key) }
        return outcome
    }

    /// A consent remains until it is withdrawn, so configuration errors are retried, too.
    private func isToBeTriedAgain(_ pending: Revocations.Pending, _ outcome: Outcome) -> Bool {
        switch outcome {
        case .done: false
        case .nobodyAsked: pending.withdrawnBy != nil
        case .failed(let error): error.isTransient || pending.withdrawnBy != nil
        }
    }
}
