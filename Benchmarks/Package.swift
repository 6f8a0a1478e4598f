// swift-tools-version: 6.2
import PackageDescription

/// As in the package of pipd itself.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A package of its own, so that pipd's build needs neither C++ nor Boost.
let package = Package(
    name: "pipd-benchmarks",
    dependencies: [.package(name: "pipd", path: "..")],
    targets: [
        // The rings that pipd's is measured against, and the two threads.
        .target(name: "CRings", cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
        .executableTarget(
            name: "ring-bench",
            dependencies: ["CRings", .product(name: "FrameTransport", package: "pipd")],
            swiftSettings: strict
        ),
    ],
    cxxLanguageStandard: .cxx20
)
