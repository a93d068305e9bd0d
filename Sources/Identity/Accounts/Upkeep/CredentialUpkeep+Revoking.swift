public import Chat
public import OpenID

/// What came of giving back what sessions left behind.
public struct Restitution: Sendable {
    /// What went wrong, for the log; what may work later is tried again.
    public var failures: [ProviderError] = []
    /// Whose consent was withdrawn, and where.
    public var withdrawn: [(user: UserID, method: SignInMethodID)] = []
}

extension CredentialUpkeep {
    private enum Outcome { case done, nobodyAsked, failed(ProviderError) }

    /// Gives back what is due of what sessions left behind that are over, and withdraws the consent of people who have
    /// unlinked their account. Several services are asked at once: a slow one keeps nobody else waiting.
    ///
    /// - Throws: `SQLiteError`.
    public func giveBack() async throws -> Restitution {
        var restitution = Restitution()
        let due = try revocations.take()
        try await withThrowingTaskGroup { group in
            for pending in due { group.addTask { (pending, try await self.giveBack(pending)) } }
            for try await (pending, outcome) in group {
                if case .failed(let error) = outcome { restitution.failures.append(error) }
                if case .done = outcome, let user = pending.withdrawnBy {
                    restitution.withdrawn.append((user, pending.method))
                }
            }
        }
        return restitution
    }

    private func giveBack(_ pending: Revocations.Pending) async throws -> Outcome {
        var outcome = Outcome.nobodyAsked
        if let taker = taker(of: pending) {
            do throws(ProviderError) {
                try await taker.revoke(pending.credential)
                outcome = .done
            } catch {
                outcome = .failed(error)
            }
        }
        if !isToBeTriedAgain(pending, outcome) { try revocations.remove(pending.key) }
        return outcome
    }

    /// A consent stands until it is withdrawn: what the operator has set up wrongly may be set right.
    private func isToBeTriedAgain(_ pending: Revocations.Pending, _ outcome: Outcome) -> Bool {
        switch outcome {
        case .done: false
        case .nobodyAsked: pending.withdrawnBy != nil
        case .failed(let error): error.isTransient || pending.withdrawnBy != nil
        }
    }
}
