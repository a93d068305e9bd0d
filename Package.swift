// swift-tools-version: 6.2
import PackageDescription

/// Every target is written in the same, strict dialect.
let dialect: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A C library of the system: a folder with a module map and a shim, nothing else.
func library(_ name: String, pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A room of the house.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: dialect)
}

/// The tests of a room, and what they need beside it.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], data: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        exclude: data,
        swiftSettings: dialect
    )
}

let package = Package(
    name: "engawa",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "engawa", targets: ["engawa"]),
        .library(name: "Chat", targets: ["Chat"]),
        .library(name: "ChatREST", targets: ["ChatREST"]),
    ],
    targets: [
        // The ground: C libraries.
        library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
        library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        library("CXXHash", pkgConfig: nil, apt: "libxxhash-dev"),
        library("CGLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
        library("CPNG", pkgConfig: "libpng16", apt: "libpng-dev"),
        library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        library("CGIF", pkgConfig: "libgif", apt: "libgif-dev"),
        library("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        library("CJOSE", pkgConfig: "cjose", apt: "libcjose-dev"),
        library("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
        library("CFIDO2", pkgConfig: "libfido2", apt: "libfido2-dev"),
        library("CCBOR", pkgConfig: "libcbor", apt: "libcbor-dev"),
        library("COATH", pkgConfig: "liboath", apt: "liboath-dev"),
        library("CQRencode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
        library("CCmark", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-dev"),

        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CEpoll"),

        // Values and small tools.
        room("HTTP"),
        room("HTML"),
        room("RichText", ["HTML", "CCmark"]),
        room("Logging"),
        room("Metrics"),
        room("Compression", ["CZlib"]),
        room("Cryptography", ["COpenSSL"]),
        room("JOSE", ["Cryptography", "CJOSE"]),
        room("WebAuthn", ["Cryptography", "JOSE", "CFIDO2", "CCBOR"]),
        room("OneTimePasswords", ["Cryptography", "COATH"]),
        room("QRCodes", ["CQRencode"]),
        room("TimeZones", ["CGLib"]),
        room("Hashing", ["CXXHash"]),

        // Wires, storage, and what a chat is.
        room("EventLoops", ["CEpoll"]),
        room("HTTPServer", ["EventLoops", "HTTP", "Logging", "CEpoll", "CMicroHTTPD"]),
        room("HTTPClient", ["EventLoops", "HTTP", "CCurl"]),
        room("Upstream", ["HTTP"]),
        room("SQLite", ["CSQLite"]),
        room("Pictures", ["Cryptography", "HTTP", "Logging", "CGIF", "CPNG", "CTurboJPEG", "CWebP"]),
        room("Chat"),

        // The chat's repositories.
        room("ChatREST", ["Chat", "HTTP"]),
        room("ChatStore", ["Chat", "SQLite"]),
        room("Passwords", ["Chat", "Cryptography", "CSodium", "SQLite"]),
        room("Recording", ["Chat", "HTTP"]),
        room("OpenID", ["Chat", "Cryptography", "HTTP", "JOSE"]),

        // What stands on them.
        room("Live", ["Chat"]),
        room("ChatBackend", ["Chat", "HTTP"], resources: [.embedInCode("openapi.yaml")]),
        room(
            "Accounts",
            [
                "Chat", "ChatREST", "Cryptography", "HTTP", "JOSE", "OneTimePasswords", "OpenID", "SQLite", "WebAuthn",
            ]),
        room("Desk", ["Chat", "Cryptography", "SQLite"]),

        // The site, and the command line.
        room(
            "Gateway",
            [
                "Accounts", "Chat", "Compression", "Cryptography", "Desk", "Hashing", "HTML", "HTTP", "Live", "Logging",
                "OneTimePasswords", "OpenID", "Pictures", "QRCodes", "RichText", "TimeZones", "WebAuthn",
            ]),
        .executableTarget(
            name: "engawa",
            dependencies: [
                "Accounts", "Chat", "ChatBackend", "ChatREST", "ChatStore", "CMalloc", "Cryptography", "Desk",
                "EventLoops", "Gateway", "HTTP", "HTTPClient", "HTTPServer", "Live", "Logging", "Metrics", "OpenID",
                "Passwords", "Pictures", "Recording", "SQLite",
                "Upstream",
            ],
            swiftSettings: dialect
        ),

        // What tests share: the behaviour every repository must have, and the replaying backend.
        .target(
            name: "RepositoryBehaviour", dependencies: ["Chat"], path: "Tests/RepositoryBehaviour",
            swiftSettings: dialect),
        .target(name: "PrometheusText", path: "Tests/PrometheusText", swiftSettings: dialect),
        .target(
            name: "Replay", dependencies: ["HTTP", "Recording"], path: "Tests/Replay",
            swiftSettings: dialect),
        .target(
            name: "LyingProvider", dependencies: ["Chat", "Cryptography", "HTTP", "JOSE"],
            path: "Tests/LyingProvider", swiftSettings: dialect),
        .target(
            name: "SoftwareAuthenticator", dependencies: ["COpenSSL", "Cryptography", "JOSE", "WebAuthn"],
            path: "Tests/SoftwareAuthenticator", swiftSettings: dialect),

        // What pages cost; see docs/performance.md.
        .executableTarget(
            name: "page-cost",
            dependencies: [
                "Accounts", "Chat", "ChatBackend", "ChatREST", "ChatStore", "Cryptography", "Desk", "Gateway", "HTTP",
                "HTTPClient", "HTTPServer", "Live", "Logging", "Pictures", "Replay", "SQLite",
            ],
            path: "Tests/PageCost", swiftSettings: dialect),

        // Signs in at real providers, for Tests/Providers.
        .executableTarget(
            name: "relying-party", dependencies: ["Chat", "Cryptography", "HTTP", "HTTPClient", "JOSE", "OpenID"],
            path: "Tests/Providers/RelyingPartyTool", swiftSettings: dialect),
        // Signs in with passwords at Better Auth itself, for Tests/Providers.
        .executableTarget(
            name: "password-authority", dependencies: ["Chat", "ChatREST", "HTTP", "HTTPClient"],
            path: "Tests/Providers/PasswordAuthorityTool", swiftSettings: dialect),
        // Stands in for Supabase Auth, for Supabase's own client to try.
        .executableTarget(
            name: "supabase-stand",
            dependencies: ["Chat", "Cryptography", "HTTPServer", "JOSE", "Logging", "LyingProvider"],
            path: "Tests/Providers/SupabaseStandTool", swiftSettings: dialect),

        tests(of: "HTTP"),
        tests(of: "HTML"),
        tests(of: "RichText", ["HTML"]),
        tests(of: "Chat"),
        tests(of: "Live", ["Chat", "ChatStore", "RepositoryBehaviour"]),
        tests(of: "Compression"),
        tests(of: "Cryptography"),
        tests(of: "JOSE", ["Cryptography"]),
        tests(of: "WebAuthn", ["Cryptography", "JOSE", "SoftwareAuthenticator"]),
        tests(of: "OneTimePasswords", ["Cryptography"]),
        tests(of: "QRCodes"),
        tests(
            of: "OpenID",
            [
                "Chat", "Cryptography", "HTTP", "HTTPClient", "HTTPServer", "JOSE", "Logging", "LyingProvider",
                "Replay",
                "RepositoryBehaviour",
            ]),
        tests(of: "Logging"),
        tests(of: "Metrics", ["PrometheusText"]),
        tests(of: "TimeZones"),
        tests(of: "Hashing"),
        tests(of: "EventLoops"),
        tests(of: "HTTPServer", ["EventLoops", "HTTP", "HTTPClient", "Logging"]),
        tests(of: "HTTPClient", ["EventLoops", "HTTP"]),
        tests(of: "Upstream", ["HTTP", "HTTPClient"]),
        tests(of: "Pictures", ["HTTP", "HTTPClient", "Logging", "CGIF", "CPNG", "CTurboJPEG", "CWebP"]),
        tests(of: "SQLite"),
        tests(of: "Passwords", ["Chat", "ChatStore", "Cryptography", "RepositoryBehaviour", "SQLite"]),
        tests(of: "ChatStore", ["Chat", "RepositoryBehaviour", "SQLite"]),
        tests(
            of: "ChatREST",
            [
                "Chat", "ChatBackend", "ChatStore", "HTTP", "HTTPClient", "HTTPServer", "Logging", "Passwords",
                "Recording", "Replay",
                "RepositoryBehaviour", "SQLite",
            ]),
        tests(
            of: "ChatBackend",
            ["Chat", "ChatREST", "ChatStore", "HTTP", "Passwords", "Recording", "Replay", "SQLite"]),
        tests(of: "Desk", ["Chat", "RepositoryBehaviour", "SQLite"]),
        tests(
            of: "Accounts",
            [
                "Chat", "ChatREST", "Cryptography", "HTTP", "JOSE", "LyingProvider", "OneTimePasswords", "OpenID",
                "Replay", "RepositoryBehaviour", "SoftwareAuthenticator", "SQLite", "WebAuthn",
            ]),
        tests(
            of: "Gateway",
            [
                "Accounts", "Chat", "ChatBackend", "ChatREST", "ChatStore", "Desk", "HTTP", "HTTPClient", "HTTPServer",
                "Live", "Logging", "OneTimePasswords", "Passwords", "Pictures", "Cryptography", "JOSE", "LyingProvider",
                "OpenID",
                "Recording", "Replay", "RepositoryBehaviour", "SoftwareAuthenticator", "SQLite", "TimeZones",
                "WebAuthn",
            ], data: ["Pages", "Public"]),
        tests(
            of: "engawa",
            [
                "Accounts", "Chat", "ChatREST", "ChatStore", "Gateway", "HTTP", "HTTPClient", "HTTPServer", "JOSE",
                "Logging", "LyingProvider", "Metrics", "OneTimePasswords", "OpenID", "PrometheusText", "SQLite",
                "Upstream",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
