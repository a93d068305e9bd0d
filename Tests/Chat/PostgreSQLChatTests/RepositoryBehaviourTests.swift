@testable import PostgreSQLChat
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@Suite("The repositories in PostgreSQL")
struct RepositoryBehaviourTests {
    @Test("the store behaves as a repository does", arguments: RepositoryBehaviour.all + RepositoryBehaviour.stores)
    func storeBehaves(_ behaviour: RepositoryBehaviour) async throws {
        let (place, clock) = (try await TestDatabase.migrated(), ManualClock())
        let store = PostgreSQLChatStore(place.database, time: .of(clock.clock))
        try await behaviour.verify(store.repositories, clock)
    }

    @Test("the store sends and keeps drafts", arguments: SendingBehaviour.all)
    func storeSends(_ behaviour: SendingBehaviour) async throws {
        let (place, clock) = (try await TestDatabase.migrated(), ManualClock())
        let store = PostgreSQLChatStore(place.database, time: .of(clock.clock))
        try await behaviour.verify(store.repositories, store, store.drafts, clock)
    }

    @Test("the store manages people", arguments: AdministrationBehaviour.all)
    func storeManages(_ behaviour: AdministrationBehaviour) async throws {
        let (place, clock) = (try await TestDatabase.migrated(), ManualClock())
        let store = PostgreSQLChatStore(
            place.database, personalDataLimits: AdministrationBehaviour.limits, time: .of(clock.clock))
        try await behaviour.verify(store.repositories, store, store.drafts, clock)
    }
}

extension TestDatabase {
    static func migrated() async throws -> TestDatabase {
        let place = try await TestDatabase()
        try await PostgreSQLChatStore.migrate(place.database)
        return place
    }
}
