// swift-tools-version: 6.2
import PackageDescription

// What an app can use too: the chat's entities, use cases and repositories, and HTTP values. Nothing here needs a C
// library, and no target is named as one of swift-log, swift-metrics or swift-http-types is. A target imports only
// targets that stand above it.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

let targets = [
    target("Bytes"),
    target("Concurrency"),
    target("HTTP", ["Bytes", "Concurrency"]),
    target("Chat", ["Bytes", "Concurrency"]),
    target("ChatREST", ["Bytes", "Chat", "Concurrency", "HTTP"]),
    target("URLSessionTransport", ["Bytes", "Concurrency", "HTTP"]),
]

let package = Package(
    name: "engawa-chat",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: targets.map { .library(name: $0.name, targets: [$0.name]) },
    targets: targets,
    swiftLanguageModes: [.v6]
)
