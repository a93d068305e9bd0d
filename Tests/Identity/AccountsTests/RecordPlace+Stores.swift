import Accounts
import Chat
import RecordStores

extension RecordPlace {
    func accounts() async throws -> AccountsDatabase {
        try await open({ try AccountsDatabase($0) }) {
            try await AccountsDatabase.migrate($0)
            return AccountsDatabase($0)
        }
    }

    func auditLog() async throws -> AuditLog {
        try await open({ try AuditLog($0) }) {
            try await AuditLog.migrate($0)
            return AuditLog($0)
        }
    }

    func transactions(
        _ vault: Vault, _ clock: Clock, maximumCount: Int = SealedTransactions.maximumCount
    ) async throws -> SealedTransactions {
        try await open({
            try SealedTransactions($0, vault: vault, clock: clock, maximumCount: maximumCount)
        }) {
            try await SealedTransactions.migrate($0)
            return SealedTransactions($0, vault: vault, clock: clock, maximumCount: maximumCount)
        }
    }
}
