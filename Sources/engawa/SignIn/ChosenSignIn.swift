import Accounts
import Chat
import HTTP
import HTTPClient
import OpenID
import SQLite

/// The assembled sign-in methods.
struct ChosenSignIn {
    let methods: SignInMethods

    /// - Parameters:
    ///   - users: the users of the chat.
    ///   - authority: verifies passwords of the chat's backend.
    ///   - makesUsers: whether new people may register.
    init(
        _ configuration: SignInConfiguration, folder: DataFolder, vault: Vault, users: any UserRepository,
        authority: (any PasswordAuthority)?, makesUsers: Bool
    ) throws {
        var methods = SignInMethods()
        let providers = LazyProviders(folder: folder, vault: vault)
        for (_, method) in configuration.methods {
            switch method {
            case .userID: methods.userID = UserIDSignIn(users: users)
            case .password:
                guard let authority else { preconditionFailure("the backend is put together with its authority") }
                let passwords = BackendPasswords(authority, users: users, makesUsers: makesUsers)
                methods.passwords.append(passwords)
                methods.registration = makesUsers ? passwords : nil
            case .tokenService(let url):
                let service = TokenService(
                    SignInMethodID.tokenService.provider, base: url, transport: try providers.transport())
                methods.passwords.append(TokenServicePasswords(service))
            case .provider(let chosen):
                let transport = try providers.transport()
                methods.providers.append(
                    ProviderSignIn(
                        RelyingParty(chosen.provider, transport: transport), brand: chosen.brand,
                        assurance: chosen.assurance, endsProviderSession: chosen.endsProviderSession,
                        supabase: chosen.supabase?.project(chosen.provider.id, transport: transport),
                        transactions: try providers.transactions()))
            }
        }
        self.methods = methods
    }
}

/// What all providers share, created for the first of them.
private final class LazyProviders {
    private let folder: DataFolder
    private let vault: Vault
    private var client: CurlClient?
    private var store: SealedTransactions?

    init(folder: DataFolder, vault: Vault) {
        self.folder = folder
        self.vault = vault
    }

    func transport() throws -> any Transport {
        if let client { return client }
        let client = CurlClient()
        self.client = client
        return client
    }

    func transactions() throws -> any TransactionStore {
        if let store { return store }
        let store = try SealedTransactions(.file(folder.path(of: "sign-in.sqlite")), vault: vault)
        self.store = store
        return store
    }
}
