// swift-tools-version: 6.2
import PackageDescription

// The folders of Sources are the layers of the program, lowest first. A target imports targets of lower layers, and
// those of its own layer that stand above it here.
let layers = ["System", "Foundation", "Network", "Storage", "Chat", "Identity", "Web", "engawa"]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The modules of the package `engawa-chat`, which apps use too. They stand below all layers.
let shared: Set = ["Bytes", "Concurrency", "HTTP", "Chat", "ChatREST", "URLSessionTransport"]

func dependencies(_ names: [String]) -> [Target.Dependency] {
    names.map { shared.contains($0) ? .product(name: $0, package: "engawa-chat") : .byName(name: $0) }
}

/// Whether the fuzzer is built (`Tests/Fuzz/fuzz.sh`).
let isFuzzer = Context.environment["ENGAWA_FUZZER"] != nil
/// The modules that the fuzzer needs for the route table only. To optimise them would take most of its build.
let notOptimisedForFuzzer: Set = ["Accounts", "Gateway", "Live", "OpenID"]

/// The target of the folder `path` of Sources.
func target(_ path: String, _ names: [String] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name(path), dependencies: dependencies(names), path: "Sources/\(path)", resources: resources,
        swiftSettings: settings
            + (isFuzzer && notOptimisedForFuzzer.contains(name(path)) ? [.unsafeFlags(["-Onone"])] : []))
}

/// A module map and a header for a C library that Debian packages.
func library(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

/// The tests of the target of the folder `path` of Sources, with what they need beside it.
func tests(_ path: String, _ names: [String] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name(path))Tests", dependencies: dependencies([name(path)] + names),
        path: "Tests/\(path)Tests", exclude: exclude, swiftSettings: settings)
}

/// What several test targets share.
func support(_ name: String, _ names: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies(names), path: "Tests/Support/\(name)", swiftSettings: settings)
}

/// A program that tests or measurements run.
func tool(_ name: String, _ path: String, _ names: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies(names), path: "Tests/\(path)", swiftSettings: settings)
}

func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

let sources: [Target] = [
    library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    library("CXXHash", apt: "libxxhash-dev"),
    library("CGLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
    library("CPNG", pkgConfig: "libpng16", apt: "libpng-dev"),
    library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
    library("CGIF", pkgConfig: "libgif", apt: "libgif-dev"),
    library("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
    library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    library("CMagic", apt: "libmagic-dev"),
    library("CJOSE", pkgConfig: "cjose", apt: "libcjose-dev"),
    library("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
    library("CFIDO2", pkgConfig: "libfido2", apt: "libfido2-dev"),
    library("CCBOR", pkgConfig: "libcbor", apt: "libcbor-dev"),
    library("COATH", pkgConfig: "liboath", apt: "liboath-dev"),
    library("CQRencode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
    library("CCmark", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-dev"),
    library("CPostgreSQL", pkgConfig: "libpq", apt: "libpq-dev"),
    library("CLinux"),
    library("CMalloc"),

    target("Foundation/HTML", ["Bytes"]),
    target("Foundation/RichText", ["Bytes", "HTML", "CCmark"]),
    target("Foundation/Logging", ["Bytes"]),
    target("Foundation/Metrics"),
    target("Foundation/Compression", ["CZlib"]),
    target("Foundation/Hashing", ["CXXHash"]),
    target("Foundation/TimeZones", ["CGLib"]),
    target("Foundation/Cryptography", ["Bytes", "COpenSSL"]),
    target("Foundation/JOSE", ["Bytes", "Cryptography", "CJOSE"]),
    target("Foundation/WebAuthn", ["Bytes", "Cryptography", "JOSE", "CCBOR", "CFIDO2"]),
    target("Foundation/OneTimePasswords", ["Bytes", "Cryptography", "COATH", "CQRencode"]),

    target("Network/EventLoops", ["CLinux"]),
    target(
        "Network/HTTPServer",
        ["Bytes", "Concurrency", "Cryptography", "EventLoops", "HTTP", "Logging", "CLinux", "CMicroHTTPD"]),
    target("Network/HTTPClient", ["Bytes", "Cryptography", "EventLoops", "HTTP", "CCurl"]),
    target("Network/Upstream", ["Concurrency", "HTTP"]),

    target("Storage/SQLite", ["Concurrency", "CSQLite"]),
    target("Storage/PostgreSQL", ["Bytes", "Concurrency", "EventLoops", "CPostgreSQL"]),
    target("Storage/Files", ["Bytes", "Concurrency"]),
    target(
        "Storage/S3", ["Bytes", "Chat", "Concurrency", "Cryptography", "Files", "HTTP", "HTTPClient", "CExpat"]),
    target("Storage/Records", ["Bytes", "Chat", "Concurrency", "Cryptography", "PostgreSQL", "SQLite"]),
    target(
        "Storage/Pictures",
        ["Concurrency", "Cryptography", "HTTP", "Logging", "CGIF", "CLinux", "CPNG", "CTurboJPEG", "CWebP", "CZlib"]),
    target("Storage/LinkPreviews", ["Bytes", "Concurrency", "HTTP", "Logging", "Pictures", "RichText"]),
    target("Storage/FileTypes", ["Chat", "CMagic"]),

    target("Chat/ChatRecords", ["Bytes", "Chat", "Concurrency", "Cryptography", "Files"]),
    target("Chat/Sending", ["Chat", "ChatRecords", "SQLite"]),
    target("Chat/ChatStore", ["Chat", "ChatRecords", "Concurrency", "Files", "Sending", "SQLite"]),
    target("Chat/PostgreSQLChat", ["Bytes", "Chat", "ChatRecords", "Concurrency", "Files", "PostgreSQL"]),
    target("Chat/Recording", ["Chat", "HTTP"]),
    target(
        "Chat/FileIntake", ["Bytes", "Chat", "Concurrency", "Cryptography", "FileTypes", "HTTP", "Logging", "Pictures"]),
    target(
        "Chat/ChatBackend", ["Bytes", "Chat", "Concurrency", "FileIntake", "HTTP"],
        resources: [.embedInCode("openapi.yaml")]),
    target("Chat/Live", ["Chat", "ChatRecords", "Concurrency", "Hashing"]),
    target("Chat/SharedReading", ["Chat", "Concurrency", "Live", "PostgreSQL"]),

    target("Identity/OpenID", ["Bytes", "Chat", "Concurrency", "Cryptography", "HTTP", "JOSE"]),
    target(
        "Identity/Passwords", ["Chat", "Concurrency", "Cryptography", "CSodium", "PostgreSQL", "Records", "SQLite"],
        resources: [.embedInCode("Rules/CommonPasswords.bin")]),
    target(
        "Identity/Accounts",
        [
            "Bytes", "Chat", "ChatREST", "Concurrency", "Cryptography", "HTTP", "OneTimePasswords", "OpenID",
            "PostgreSQL", "Records", "SQLite", "WebAuthn",
        ]),

    target(
        "Web/Gateway",
        [
            "Accounts", "Bytes", "Chat", "Compression", "Concurrency", "Cryptography", "FileIntake", "FileTypes",
            "Hashing",
            "HTML", "HTTP", "LinkPreviews", "Live", "Logging", "OneTimePasswords", "OpenID", "Pictures", "RichText",
            "TimeZones",
            "WebAuthn",
        ]),

    .executableTarget(
        name: "engawa",
        dependencies: dependencies([
            "Accounts", "Bytes", "Chat", "ChatBackend", "ChatRecords", "ChatREST", "ChatStore", "Concurrency",
            "Cryptography", "EventLoops", "FileIntake", "Files", "Gateway", "HTTP", "HTTPClient", "HTTPServer",
            "LinkPreviews", "Live",
            "Logging",
            "Metrics",
            "OpenID", "Passwords", "Pictures", "PostgreSQL", "PostgreSQLChat", "Recording", "Records", "S3", "Sending",
            "SharedReading", "SQLite", "Upstream", "CMalloc",
        ]),
        swiftSettings: settings),
]

let testSupport: [Target] = [
    support("Eventually"),
    support("ChildProcess", ["Eventually"]),
    support("PostgreSQLServer", ["ChildProcess", "EventLoops", "Eventually", "PostgreSQL"]),
    support("ObjectServer", ["ChildProcess", "Concurrency", "Cryptography", "Eventually", "Files", "HTTP", "S3"]),
    support("RecordStores", ["PostgreSQL", "PostgreSQLServer", "SQLite"]),
    support("LyingWeb", ["HTTP", "HTTPClient", "Logging"]),
    support("TestAuthority", ["ChildProcess"]),
    support("RepositoryBehaviour", ["Chat", "ChatRecords", "Cryptography"]),
    support("PrometheusText"),
    support("RenderedText"),
    support("Replay", ["HTTP", "Recording"]),
    support("MemoryTransactions", ["OpenID"]),
    support("LyingProvider", ["Bytes", "Chat", "Cryptography", "HTTP", "JOSE"]),
    support("SoftwareAuthenticator", ["Bytes", "COpenSSL", "Cryptography", "JOSE", "WebAuthn"]),

    tool(
        "page-cost", "PageCost",
        [
            "Accounts", "Chat", "ChatBackend", "ChatREST", "ChatStore", "Cryptography", "Gateway", "HTTP",
            "HTTPClient", "HTTPServer", "Live", "Logging", "Pictures", "Replay", "Sending", "SQLite",
        ]),
    tool(
        "relying-party", "Providers/RelyingPartyTool",
        ["Bytes", "Chat", "Cryptography", "HTTP", "HTTPClient", "JOSE", "MemoryTransactions", "OpenID"]),
    tool(
        "rest-exchanges", "Contract/RestExchanges",
        [
            "Chat", "ChatBackend", "ChatRecords", "ChatREST", "ChatStore", "Concurrency", "Cryptography", "FileIntake",
            "FileTypes", "Files", "HTTP", "Passwords", "Recording", "Replay", "SQLite",
        ]),
    tool("example-app", "ExampleApp", ["Chat", "ChatREST", "HTTP", "URLSessionTransport"]),
    tool("simulation", "Simulation", ["Chat", "ChatStore", "Live", "RepositoryBehaviour"]),
    tool(
        "password-authority", "Providers/PasswordAuthorityTool", ["Chat", "ChatREST", "HTTP", "HTTPClient"]),
    tool(
        "supabase-stand", "Providers/SupabaseStandTool",
        ["Bytes", "Chat", "Cryptography", "HTTPServer", "JOSE", "Logging", "LyingProvider"]),

    .target(
        name: "FuzzTargets",
        dependencies: dependencies([
            "Bytes", "Chat", "ChatREST", "Cryptography", "FileTypes", "Gateway", "HTML", "HTTP", "HTTPClient",
            "HTTPServer", "JOSE", "LinkPreviews", "Logging", "Pictures", "RenderedText", "RichText", "WebAuthn",
            "CCBOR",
        ]),
        path: "Tests/Fuzz/Targets", swiftSettings: settings),
]

// Linked with libFuzzer, so it is there only where `Tests/Fuzz/fuzz.sh` asks for it.
let fuzzer = isFuzzer ? [tool("fuzzer", "Fuzz/Fuzzer", ["FuzzTargets"])] : []

let testTargets: [Target] = [
    tests("Foundation/Bytes"),
    tests("Foundation/Concurrency", ["Eventually"]),
    tests("Foundation/HTTP"),
    tests("Foundation/HTML"),
    tests("Foundation/RichText", ["HTML", "RenderedText"]),
    tests("Foundation/Logging"),
    tests("Foundation/Metrics", ["PrometheusText"]),
    tests("Foundation/Compression", ["ChildProcess"]),
    tests("Foundation/Hashing"),
    tests("Foundation/TimeZones"),
    tests("Foundation/Cryptography", ["ChildProcess", "TestAuthority"]),
    tests("Foundation/JOSE", ["Bytes", "Cryptography"]),
    tests("Foundation/WebAuthn", ["Cryptography", "JOSE", "SoftwareAuthenticator"]),
    tests("Foundation/OneTimePasswords", ["Cryptography"]),

    tests("Network/EventLoops", ["Eventually"]),
    tests("Network/HTTPServer", ["ChildProcess", "EventLoops", "Eventually", "HTTP", "HTTPClient", "Logging"]),
    tests(
        "Network/HTTPClient",
        [
            "Bytes", "Cryptography", "EventLoops", "Eventually", "HTTP", "HTTPServer", "Logging", "TestAuthority",
        ]),
    tests("Network/Upstream", ["Eventually", "HTTP", "HTTPClient"]),

    tests("Storage/SQLite", ["Concurrency"]),
    tests("Storage/Files", ["Concurrency", "Cryptography"]),
    tests(
        "Storage/S3",
        [
            "Chat", "Concurrency", "Cryptography", "Eventually", "Files", "HTTP", "HTTPClient", "HTTPServer", "Logging",
            "ObjectServer",
        ]),
    tests("Storage/PostgreSQL", ["Concurrency", "EventLoops", "Eventually", "PostgreSQLServer"]),
    tests(
        "Storage/Records",
        ["Chat", "Concurrency", "EventLoops", "PostgreSQL", "PostgreSQLServer", "RecordStores", "SQLite"]),
    tests(
        "Storage/Pictures", ["Concurrency", "HTTP", "Logging", "LyingWeb", "CGIF", "CPNG", "CTurboJPEG", "CWebP"],
        exclude: ["Samples"]),
    tests("Storage/LinkPreviews", ["Eventually", "HTTP", "Logging", "LyingWeb", "Pictures"]),
    tests("Storage/FileTypes", ["Chat"]),

    tests("Chat/Chat", ["Concurrency", "Eventually", "RepositoryBehaviour"]),
    tests(
        "Chat/ChatREST",
        [
            "Bytes", "Chat", "ChatBackend", "ChatStore", "Concurrency", "Cryptography", "FileIntake", "FileTypes",
            "Files",
            "HTTP", "HTTPClient", "HTTPServer", "Logging", "Passwords", "Recording", "Replay", "RepositoryBehaviour",
            "SQLite",
            "Sending",
        ]),
    tests("Chat/FileIntake", ["Chat", "ChildProcess", "Cryptography", "Eventually", "HTTP"]),
    tests("Chat/URLSessionTransport", ["Eventually", "HTTP", "HTTPServer", "Logging"]),
    tests(
        "Chat/ChatStore",
        [
            "Chat", "ChatRecords", "Concurrency", "Cryptography", "Eventually", "Files", "ObjectServer",
            "RepositoryBehaviour", "S3", "Sending", "SQLite",
        ]),
    tests(
        "Chat/PostgreSQLChat",
        [
            "Chat", "ChatRecords", "ChatStore", "Concurrency", "Cryptography", "Eventually", "Files", "Live",
            "ObjectServer", "PostgreSQL", "PostgreSQLServer", "RepositoryBehaviour", "S3", "Sending", "SQLite",
        ]),
    tests(
        "Chat/ChatBackend",
        [
            "Bytes", "Chat", "ChatRecords", "ChatREST", "ChatStore", "FileIntake", "FileTypes", "Files", "HTTP",
            "Passwords", "Recording", "Replay", "SQLite",
        ]),
    tests(
        "Chat/Sending",
        [
            "Chat", "ChatBackend", "ChatREST", "ChatStore", "HTTP", "HTTPClient", "HTTPServer", "Logging",
            "RepositoryBehaviour", "SQLite",
        ]),
    tests(
        "Chat/SharedReading",
        [
            "Chat", "ChatStore", "Concurrency", "Eventually", "Live", "PostgreSQL", "PostgreSQLServer",
            "RepositoryBehaviour", "SQLite",
        ]),
    tests("Chat/Live", ["Chat", "ChatRecords", "ChatStore", "Eventually", "Files", "RepositoryBehaviour"]),

    tests(
        "Identity/OpenID",
        [
            "Bytes", "Chat", "Cryptography", "Eventually", "HTTP", "HTTPClient", "HTTPServer", "JOSE", "Logging",
            "LyingProvider", "MemoryTransactions", "Replay", "RepositoryBehaviour",
        ]),
    tests(
        "Identity/Passwords",
        [
            "Chat", "ChatStore", "Cryptography", "PostgreSQL", "RecordStores", "Records", "RepositoryBehaviour",
            "SQLite",
        ]),
    tests(
        "Identity/Accounts",
        [
            "Bytes", "Chat", "ChatREST", "Concurrency", "Cryptography", "Eventually", "HTTP", "JOSE", "LyingProvider",
            "OneTimePasswords", "OpenID", "PostgreSQL", "PostgreSQLServer", "RecordStores", "Records", "Replay",
            "RepositoryBehaviour", "SoftwareAuthenticator", "SQLite", "WebAuthn",
        ]),

    tests(
        "Web/Gateway",
        [
            "Accounts", "Bytes", "Chat", "ChatBackend", "ChatRecords", "ChatREST", "ChatStore", "ChildProcess",
            "Compression", "Concurrency", "Cryptography", "Eventually", "FileIntake", "FileTypes", "Files", "HTML",
            "HTTP",
            "HTTPClient",
            "HTTPServer", "JOSE", "LinkPreviews", "Live",
            "Logging",
            "LyingProvider", "MemoryTransactions", "OneTimePasswords", "OpenID", "Passwords", "Pictures",
            "PostgreSQL", "PostgreSQLServer", "Recording", "Replay", "RepositoryBehaviour", "RichText", "Sending",
            "SoftwareAuthenticator", "SQLite", "TimeZones",
            "WebAuthn",
        ], exclude: ["Pages", "Public"]),

    tests(
        "engawa",
        [
            "Accounts", "Bytes", "Chat", "ChatRecords", "ChatREST", "ChatStore", "ChildProcess", "Concurrency",
            "Cryptography", "Eventually", "example-app", "Files", "Gateway", "HTTP", "HTTPClient", "HTTPServer", "JOSE",
            "Logging", "LyingProvider", "Metrics",
            "EventLoops", "ObjectServer", "OneTimePasswords", "OpenID", "PostgreSQL", "PostgreSQLChat",
            "PostgreSQLServer", "PrometheusText", "S3", "SQLite", "TestAuthority", "Upstream",
        ]),

    .testTarget(
        name: "FuzzTargetsTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/FuzzTargetsTests",
        swiftSettings: settings),
]

/// Stops the build where a target imports one of a higher layer, or one of its own layer that stands below it. The shared modules may
/// be imported by all.
func check(_ sources: [Target], _ layers: [String]) {
    var earlier: Set<String> = []
    var height = 0
    for target in sources {
        let layer = target.path.map { String($0.split(separator: "/")[1]) } ?? target.name
        guard let found = layers.firstIndex(of: layer), found >= height else {
            fatalError("\(target.name) is not among its layer's targets")
        }
        height = found
        for case .byNameItem(let dependency, _) in target.dependencies where !earlier.contains(dependency) {
            fatalError("\(target.name) imports \(dependency), which does not stand below it")
        }
        earlier.insert(target.name)
    }
}
check(sources, layers)

let package = Package(
    name: "engawa",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "engawa", targets: ["engawa"])],
    dependencies: [.package(path: "engawa-chat")],
    targets: sources + testSupport + testTargets + fuzzer,
    swiftLanguageModes: [.v6]
)
