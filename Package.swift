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

/// Programs whose symbols nobody looks up by name: the runtime goes through all 27,000 of them
/// at each start when they are exported.
let unexported: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--no-export-dynamic"])]

/// What tests go through pixel by pixel or byte by byte: optimized whatever the others are.
let quick: [SwiftSetting] = [.unsafeFlags(["-O"])]

/// The headers of Pango and of what it is made of, where Debian and others have them. Not by
/// pkg-config: that would link to the libraries as well.
let pangoHeaders: [CSetting] = [
    .unsafeFlags(
        [
            "include/pango-1.0", "include/cairo", "include/harfbuzz", "include/glib-2.0",
            "lib/x86_64-linux-gnu/glib-2.0/include", "lib/aarch64-linux-gnu/glib-2.0/include",
            "lib64/glib-2.0/include", "lib/glib-2.0/include",
        ].map { "-isystem/usr/\($0)" }
    )
]

let package = Package(
    name: "pipd",
    products: [
        .executable(name: "pipd", targets: ["pipd"]),
        .executable(name: "pipctl", targets: ["pipctl"]),
        .executable(name: "pipd-media", targets: ["pipd-media"]),
        // For Benchmarks/.
        .library(name: "FrameTransport", targets: ["FrameTransport"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        // Without swift-configuration and the whole of Foundation.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1",
            traits: []
        ),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C libraries: module maps and names for macros, no logic, but in CFFmpeg, CLinux,
        // CMosquitto, CPango and CPixels, which say why. CFFmpeg, CMosquitto and CPango load
        // their libraries themselves, the latter two by CLoading: from libavformat-dev, libavcodec-dev, libavutil-dev,
        // libswscale-dev, libmosquitto-dev and libpango1.0-dev they take the headers alone.
        .target(name: "CFFmpeg"),
        .target(name: "CLoading"),
        .target(name: "CMosquitto", dependencies: ["CLoading"]),
        .target(name: "CPango", dependencies: ["CLoading"], cSettings: pangoHeaders),
        .systemLibrary(
            name: "CDRM",
            pkgConfig: "libdrm gbm",
            providers: [.apt(["libdrm-dev", "libgbm-dev"])]
        ),
        .systemLibrary(
            name: "CGraphics",
            pkgConfig: "egl glesv2",
            providers: [.apt(["libegl-dev", "libgles-dev"])]
        ),
        .systemLibrary(name: "CV4L2"),
        .systemLibrary(
            name: "CTurboJPEG",
            pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]
        ),
        .target(name: "CLinux", cSettings: [.define("_GNU_SOURCE")]),
        // The web console's page, in the program. Its assets are read by the C compiler.
        .target(name: "CConsole", exclude: ["assets"]),
        // Optimized for debugging too: tests draw thousands of pictures.
        .target(name: "CPixels", cSettings: [.unsafeFlags(["-O2"])]),
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"])]
        ),
        .systemLibrary(
            name: "CEXIF",
            pkgConfig: "libexif",
            providers: [.apt(["libexif-dev"])]
        ),
        .systemLibrary(
            name: "CQREncode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]
        ),
        .systemLibrary(
            name: "CXML",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),

        // Values.
        .target(name: "Media", swiftSettings: pure),

        // Foundation: policy without I/O; how frames cross threads; the system.
        .target(name: "Presentation", dependencies: ["Media"], swiftSettings: pure),
        .target(name: "FrameTransport", dependencies: ["Media"], swiftSettings: strict),
        .target(name: "Platform", dependencies: ["CLinux", "Media"], swiftSettings: strict),

        // Pictures to pixels of a framebuffer.
        .target(
            name: "Pixels",
            dependencies: ["CPixels", "FrameTransport", "Media"],
            swiftSettings: strict
        ),

        // Text to pictures.
        .target(
            name: "Lettering",
            dependencies: ["CPango", "Media", "Platform"],
            swiftSettings: strict
        ),

        // Feeds to items. Optimized for debugging too: tests read thousands, byte by byte.
        .target(name: "Feeds", dependencies: ["CXML", "Media"], swiftSettings: strict + quick),

        // From a folder to the files of pictures and videos in it.
        .target(
            name: "MediaFiles",
            dependencies: ["CEXIF", "Media", "Platform"],
            swiftSettings: strict + quick
        ),

        // From an address to bytes.
        .target(
            name: "Fetching",
            dependencies: ["CCurl", "Media", "Platform"],
            swiftSettings: strict
        ),

        // Messages over brokers.
        .target(name: "MQTT", dependencies: ["CMosquitto"], swiftSettings: strict),

        // What outlives a start, in one file of SQLite. Optimized for debugging too: tests store
        // thousands of items.
        .target(
            name: "MediaStore",
            dependencies: [
                "Feeds", "Media", "MediaFiles", "Platform",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict + quick
        ),

        // From an address to pictures.
        .target(
            name: "Addressing",
            dependencies: ["Media", "Platform", "Presentation"],
            swiftSettings: strict
        ),
        .target(
            name: "Decoding",
            dependencies: ["Addressing", "CFFmpeg", "FrameTransport", "Media", "Platform"],
            swiftSettings: strict
        ),
        .target(
            name: "Drawing",
            dependencies: [
                "Addressing", "CFFmpeg", "FrameTransport", "Lettering", "Media", "Presentation",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Demuxing",
            dependencies: [
                "Addressing", "CFFmpeg", "Decoding", "Media", "Platform", "Presentation",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Streams",
            dependencies: [
                "Addressing", "CFFmpeg", "Decoding", "Drawing", "FrameTransport", "Media",
                "Platform", "Presentation",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Capture",
            dependencies: [
                "Addressing", "CFFmpeg", "CV4L2", "Decoding", "FrameTransport", "Media",
                "Platform", "Streams",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Stills",
            dependencies: [
                "Addressing", "CFFmpeg", "Decoding", "Demuxing", "Drawing", "FrameTransport",
                "Imaging", "Media", "Platform", "Presentation",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Ingest",
            dependencies: [
                "Addressing", "CFFmpeg", "Capture", "Decoding", "Demuxing", "Drawing",
                "FrameTransport", "Media", "Platform", "Presentation", "Stills", "Streams",
            ],
            swiftSettings: strict
        ),

        // Mechanism.
        .target(
            name: "KMS",
            dependencies: ["CDRM", "Media", "Pixels", "Platform"],
            swiftSettings: strict
        ),
        .target(
            name: "Compositing",
            dependencies: [
                "CGraphics", "FrameTransport", "Media", "Pixels", "Presentation",
            ],
            resources: [.embedInCode("Shaders")],
            swiftSettings: strict
        ),

        .target(
            name: "Imaging",
            dependencies: ["CFFmpeg", "CTurboJPEG", "FrameTransport", "Media", "Pixels"],
            swiftSettings: strict
        ),

        // Composition.
        .target(
            name: "Pipeline",
            dependencies: [
                "Addressing", "Compositing", "FrameTransport", "Ingest", "KMS", "Media", "Pixels",
                "Platform", "Presentation",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Thumbnails",
            dependencies: [
                "Addressing", "Decoding", "Imaging", "Media", "Platform", "Stills",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Exporting",
            dependencies: [
                "Addressing", "CFFmpeg", "Decoding", "Demuxing", "Media", "Platform",
            ],
            swiftSettings: strict
        ),
        .target(name: "ControlAPI", dependencies: ["Media", "Platform"], swiftSettings: strict),
        // What pipd and pipd-media say to each other.
        .target(
            name: "MediaLink",
            dependencies: ["ControlAPI", "Media", "Platform"],
            swiftSettings: strict
        ),
        .target(
            name: "CommandLines",
            dependencies: [
                "Media", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Control",
            dependencies: [
                "CConsole", "ControlAPI", "Media", "Platform",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),

        // Programs.
        .executableTarget(
            name: "pipd",
            dependencies: [
                "CYAML", "CommandLines", "Compositing", "Control", "ControlAPI", "FrameTransport",
                "Imaging", "Ingest", "Lettering", "MQTT", "Media", "MediaLink", "Pipeline",
                "Pixels", "Platform", "Presentation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict,
            linkerSettings: unexported
        ),
        .executableTarget(
            name: "pipctl",
            dependencies: [
                "CQREncode", "CommandLines", "ControlAPI", "Media", "Platform",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict,
            linkerSettings: unexported
        ),
        .executableTarget(
            name: "pipd-media",
            dependencies: [
                "Addressing", "CommandLines", "ControlAPI", "Exporting", "Feeds",
                "Fetching", "Imaging", "Media", "MediaFiles", "MediaLink", "MediaStore", "Platform",
                "Stills", "Thumbnails",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict,
            linkerSettings: unexported
        ),

        // What several tests take.
        .target(
            name: "TestSupport",
            dependencies: ["Addressing", "ControlAPI", "Media", "Platform"],
            path: "Tests/TestSupport",
            swiftSettings: strict + quick
        ),

        .testTarget(name: "MediaTests", dependencies: ["Media"], swiftSettings: strict),
        .testTarget(
            name: "PresentationTests",
            dependencies: ["Media", "Presentation", "TestSupport"],
            resources: [.copy("Golden")],
            swiftSettings: strict + quick
        ),
        .testTarget(
            name: "FrameTransportTests",
            dependencies: ["FrameTransport", "Media", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlatformTests",
            dependencies: ["Media", "Platform"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KMSTests",
            dependencies: ["CDRM", "KMS", "Media", "Platform", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "IngestTests",
            dependencies: [
                "Addressing", "Capture", "Decoding", "Demuxing", "Drawing", "FrameTransport",
                "Ingest", "Media", "Platform", "Presentation", "Stills", "Streams", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "LetteringTests",
            dependencies: ["Lettering", "Media", "Platform", "TestSupport"],
            swiftSettings: strict + quick
        ),
        .testTarget(
            name: "FeedsTests",
            dependencies: ["Feeds", "Media", "TestSupport"],
            swiftSettings: strict + quick
        ),
        .testTarget(
            name: "MediaFilesTests",
            dependencies: ["MediaFiles", "Platform", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FetchingTests",
            dependencies: ["Fetching", "Media", "Platform", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MediaStoreTests",
            dependencies: [
                "ControlAPI", "Feeds", "Media", "MediaFiles", "MediaStore", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CompositingTests",
            dependencies: [
                "Compositing", "FrameTransport", "Media", "Pixels", "Presentation", "TestSupport",
            ],
            swiftSettings: strict + quick
        ),
        .testTarget(
            name: "ImagingTests",
            dependencies: ["FrameTransport", "Imaging", "Media", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ExportingTests",
            dependencies: ["Exporting", "Platform", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ThumbnailsTests",
            dependencies: [
                "Addressing", "CTurboJPEG", "Imaging", "Media", "Platform", "Stills", "TestSupport",
                "Thumbnails",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PipelineTests",
            dependencies: [
                "Addressing", "Compositing", "FrameTransport", "Ingest", "Media", "Pipeline",
                "Platform",
                "Presentation", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ControlTests",
            dependencies: [
                "Control", "ControlAPI", "Media", "Platform", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CommandLinesTests",
            dependencies: [
                "CommandLines",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PipctlTests",
            dependencies: [
                "ControlAPI", "Media", "Platform", "TestSupport", "pipctl",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PipdTests",
            dependencies: [
                "Compositing", "Control", "ControlAPI", "Ingest", "MQTT", "Media", "MediaLink",
                "Pipeline", "Platform", "Presentation", "TestSupport", "pipd",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PipdMediaTests",
            dependencies: [
                "ControlAPI", "Exporting", "Feeds", "Fetching", "Media", "MediaFiles", "MediaLink",
                "MediaStore", "Platform", "TestSupport", "Thumbnails", "pipd-media",
            ],
            swiftSettings: strict
        ),
        // The built programs, from outside.
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "ControlAPI", "MQTT", "Media", "Platform", "TestSupport", "pipctl", "pipd",
            ],
            swiftSettings: strict
        ),
    ]
)

// PIPD_TESTS names test targets: only these are there then, with what they depend on. Sanitizers
// need neither the server nor the programs, which are most of what there is to compile.
if let names = Context.environment["PIPD_TESTS"] {
    var needed: Set<String> = []
    var open = names.split(separator: " ").map(String.init)
    while let name = open.popLast() {
        needed.insert(name)
        let dependencies = package.targets.first { $0.name == name }?.dependencies ?? []
        for case .byNameItem(let name, _) in dependencies { open.append(name) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll()
}
