// swift-tools-version: 6.3

import PackageDescription

/// Nothing may warn where the library is built and tested. Elsewhere it is a package that a game depends on; Xcode silences the
/// warnings of those, and the compiler refuses to be told both.
#if os(Linux)
    let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
    let warnings: [SwiftSetting] = []
#endif

/// The bridge chooses its store in one file for all, so its other files see members of a module they do not name.
let bridge: [SwiftSetting] =
    warnings + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
let strict = bridge + [.enableUpcomingFeature("MemberImportVisibility")]

// On Linux a reference App Store stands in for Apple's and OpenSSL checks signatures; everywhere else there is the system's
// StoreKit, SQLite and Security.
#if os(Linux)
    let sqlite: [Target.Dependency] = ["CSQLite"]
    let signedData: [Target.Dependency] = ["SignedData"]
    let storeKit: [Target.Dependency] = ["ReferenceStoreKit"]
    let storeControls: [Target.Dependency] = ["ReferenceStore"]
    let privacy: [Resource] = []
    let leftOut = ["exports.map", "PrivacyInfo.xcprivacy"]
    /// Tests of a release build test optimized code and are not optimized themselves, which is sooner built.
    let tests = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    /// The library exports the functions of the public headers and nothing else.
    let exports: [LinkerSetting] = [
        .unsafeFlags([
            "-use-ld=lld",
            "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/CInterface/exports.map",
        ])
    ]
#else
    let sqlite: [Target.Dependency] = []
    let signedData: [Target.Dependency] = []
    let storeKit: [Target.Dependency] = []
    let storeControls: [Target.Dependency] = []
    /// Xcode adds it up with that of the game.
    let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let leftOut = ["exports.map"]
    let tests = strict
    let exports: [LinkerSetting] = []
#endif

var products: [Product] = [.library(name: "iap", type: .dynamic, targets: ["CInterface"])]

/// The client side, as games ship it. It uses nothing newer than iOS 15 has.
var targets: [Target] = [
    .target(name: "CPlatform"),
    .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: strict),
    .target(name: "IAPModel", swiftSettings: strict),
    .target(name: "CDatabase", dependencies: sqlite),
    .target(name: "Database", dependencies: ["CDatabase", "IAPModel"] + sqlite, swiftSettings: strict),
    .target(name: "Journal", dependencies: ["Database", "IAPModel", "Platform"], swiftSettings: strict),
    .target(name: "PaymentQueue", dependencies: ["IAPModel", "Journal", "Platform"], swiftSettings: strict),
    .target(
        name: "StoreKitBridge", dependencies: ["IAPModel", "PaymentQueue", "Platform"] + storeKit,
        swiftSettings: bridge),
    .target(name: "GameServer", dependencies: ["CPlatform", "IAPModel", "Platform"], swiftSettings: strict),
    .target(name: "SignatureCheck", dependencies: ["IAPModel", "Platform"] + signedData, swiftSettings: strict),
    // The headers. A target of C tells the games that take the library as a package where they are.
    .target(name: "CIAP"),
    .target(
        name: "CInterface",
        dependencies: [
            "CIAP", "CPlatform", "GameServer", "IAPModel", "Journal", "PaymentQueue", "Platform", "SignatureCheck",
            "StoreKitBridge",
        ] + signedData + storeKit + storeControls,
        exclude: leftOut, resources: privacy, swiftSettings: strict, linkerSettings: exports),

    .testTarget(name: "IAPModelTests", dependencies: ["IAPModel"], swiftSettings: tests),
    .testTarget(name: "JournalTests", dependencies: ["Database", "IAPModel", "Journal"], swiftSettings: tests),
    .testTarget(
        name: "PaymentQueueTests", dependencies: ["IAPModel", "Journal", "PaymentQueue", "Platform"],
        swiftSettings: tests),
]

#if os(Linux)
    products += [
        .executable(name: "harness", targets: ["harness"]),
        .executable(name: "cpp-minimal", targets: ["cpp-minimal"]),
    ]
    targets += [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // It looks at bytes by pointers into them and allocates nothing, which is C's trade.
        .target(name: "CPlainCertificate", dependencies: ["COpenSSL"]),
        .target(
            name: "SignedData", dependencies: ["COpenSSL", "CPlainCertificate", "CPlatform", "Platform"],
            swiftSettings: strict),
        .target(
            name: "ReferenceStore", dependencies: ["Database", "IAPModel", "Platform", "SignedData"],
            swiftSettings: strict),
        .target(
            name: "ReferenceStoreKit", dependencies: ["IAPModel", "Platform", "ReferenceStore", "SignedData"],
            swiftSettings: strict),

        // The samples, linked with the library's code in the plain way of SwiftPM. Samples/run links them as a game does.
        .executableTarget(
            name: "harness", dependencies: ["CInterface"], path: "Samples/harness",
            exclude: ["Game.storekit", "README.md"],
            cSettings: [
                .headerSearchPath("../../Include"),
                .define("HARNESS_STOREKIT", to: "\"\(Context.packageDirectory)/Samples/harness/Game.storekit\""),
            ]),
        .executableTarget(
            name: "cpp-minimal", dependencies: ["CInterface"], path: "Samples/cpp-minimal",
            exclude: ["CMakeLists.txt", "README.md"],
            cxxSettings: [
                .headerSearchPath("../../Include"),
                .define("GAME_STOREKIT", to: "\"\(Context.packageDirectory)/Samples/harness/Game.storekit\""),
            ]),

        .executableTarget(name: "game-server", path: "Tests/GameServerProcess", exclude: ["README.md"]),
        .testTarget(
            name: "GameServerTests", dependencies: ["GameServer", "IAPModel", "Platform", "game-server"],
            swiftSettings: tests),
        .testTarget(
            name: "SignatureCheckTests", dependencies: ["IAPModel", "SignatureCheck", "SignedData"],
            swiftSettings: tests),
        .testTarget(name: "SignedDataTests", dependencies: ["SignedData"], swiftSettings: tests),
        .testTarget(
            name: "ReferenceStoreTests", dependencies: ["Database", "IAPModel", "ReferenceStore", "SignedData"],
            swiftSettings: tests),
        .testTarget(
            name: "StoreKitBridgeTests",
            dependencies: [
                "Database", "IAPModel", "PaymentQueue", "Platform", "ReferenceStore", "ReferenceStoreKit",
                "StoreKitBridge",
            ], swiftSettings: tests),
    ]
#endif

let package = Package(
    name: "IAPBridge",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .visionOS(.v1)],
    products: products,
    targets: targets,
    cLanguageStandard: .gnu11,
    cxxLanguageStandard: .cxx17
)
