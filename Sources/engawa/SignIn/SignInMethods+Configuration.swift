import Accounts
import Chat
import HTTP
import HTTPClient
import OpenID

extension SignInMethods {
    /// The configured sign-in methods.
    ///
    /// - Parameters:
    ///   - users: the users of the chat.
    ///   - accounts: where tokens are remembered that are valid once.
    ///   - authority: verifies passwords of the chat's backend.
    ///   - makesUsers: whether new people may register.
    init(
        _ configuration: SignInConfiguration, _ installation: Installation, _ accounts: AccountsDatabase, vault: Vault,
        users: any UserRepository, authority: (any PasswordAuthority)?, makesUsers: Bool
    ) throws {
        self.init()
        // Shared by all whose certificates are judged alike, and created for the first of them.
        var clients: [ServerTrust: CurlClient] = [:]
        func client(_ trust: ServerTrust) -> CurlClient {
            let client = clients[trust] ?? CurlClient(trust: trust)
            clients[trust] = client
            return client
        }
        lazy var transactions = Result { try installation.signIns(vault) }
        for (_, method) in configuration.methods {
            switch method {
            case .userID: userID = UserIDSignIn(users: users)
            case .password:
                guard let authority else { preconditionFailure("the backend is put together with its authority") }
                let registers = makesUsers && authority.joinsNewAccounts
                let backend = BackendPasswords(authority, users: users, makesUsers: registers)
                passwords.append(backend)
                registration = registers ? backend : nil
            case .tokenService(let url, let trust, let simulation):
                let service: any Transport = simulation.map { SimulatedTokenService($0) } ?? client(trust)
                passwords.append(
                    TokenServicePasswords(
                        TokenService(SignInMethodID.tokenService.provider, base: url, transport: service)))
            case .provider(let chosen):
                providers.append(
                    ProviderSignIn(
                        RelyingParty(
                            chosen.provider, transport: client(chosen.trust), tokenUses: StoredTokenUses(accounts)),
                        brand: chosen.brand,
                        assurance: chosen.assurance, endsProviderSession: chosen.endsProviderSession,
                        supabase: chosen.supabase?.project(
                            chosen.provider.id, transport: client(ServerTrust(chosen.trust.authorities))),
                        transactions: try transactions.get(), clock: installation.clock))
            }
        }
    }
}
