// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6, explicit imports, warnings are errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Targets without I/O: a single unsafe expression stops the build.
let pure = strict + [.strictMemorySafety()]

let package = Package(
    name: "pipd",
    targets: [
        // Values.
        .target(name: "Media", swiftSettings: pure),

        // Foundation: how frames cross threads.
        .target(name: "FrameTransport", dependencies: ["Media"], swiftSettings: strict),
    ]
)
