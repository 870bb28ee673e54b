// swift-tools-version: 6.3

import Foundation
import PackageDescription

/// This project's scripts and CMake files set the variable. A project that depends on this package must not set it: SwiftPM refuses a
/// dependency with unsafe flags. It also turns off the warnings of a dependency, and the compiler cannot combine this with warnings as
/// errors.
let isOwnBuild = Context.environment["IAPBRIDGE_OWN_BUILD"] != nil

/// One file of the bridge imports the store for all its files. So the other files use members of a module that they do not import.
let bridge: [SwiftSetting] =
    (isOwnBuild ? [.treatAllWarnings(as: .error)] : []) + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
let strict = bridge + [.enableUpcomingFeature("MemberImportVisibility")]

// On Linux the reference App Store replaces Apple's App Store, OpenSSL verifies signatures, and libcurl sends requests to servers.
// Apple's systems have StoreKit, SQLite, Security and URLSession.
#if os(Linux)
    let sqlite: [Target.Dependency] = ["CIAPSQLite"]
    let openSSL: [Target.Dependency] = ["CIAPOpenSSL"]
    let http: [Target.Dependency] = ["CIAPCurl"]
    let signedData: [Target.Dependency] = ["IAPSignedData"]
    let storeKit: [Target.Dependency] = ["IAPReferenceStoreKit"]
    let library = ["IAPClientFunctions", "IAPServerFunctions", "IAPStoreFunctions"]
    let privacy: [Resource] = []
    let leftOut = ["exports.list", "exports.map", "PrivacyInfo.xcprivacy"]
    /// In a release build the tests test optimized code. The tests themselves are not optimized, because they build faster that way.
    let tests = strict + (isOwnBuild ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : [])
    /// The library exports the functions of the public headers and nothing else. The loader binds its calls of other libraries when it
    /// loads the library. A later binding would write the processor's registers to the stack, and with them parts of a key.
    let exports: [LinkerSetting] =
        isOwnBuild
        ? [
            .unsafeFlags([
                "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now",
                "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/IAPClientFunctions/exports.map",
            ])
        ] : []
#else
    let sqlite: [Target.Dependency] = []
    let openSSL: [Target.Dependency] = []
    let http: [Target.Dependency] = []
    let signedData: [Target.Dependency] = []
    let storeKit: [Target.Dependency] = []
    let library = ["IAPClientFunctions"]
    /// Xcode combines it with the privacy manifest of the game.
    let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let leftOut = ["exports.list", "exports.map"]
    let tests = strict
    /// Sources/Apple/make-xcframework builds a library with the same exports. Other builds use no unsafe flags, see above.
    let exports: [LinkerSetting] =
        Context.environment["IAPBRIDGE_XCFRAMEWORK"] != nil
        ? [
            .unsafeFlags([
                "-Xlinker", "-exported_symbols_list",
                "-Xlinker", "\(Context.packageDirectory)/Sources/IAPClientFunctions/exports.list",
            ])
        ] : []
#endif

var products: [Product] = [.library(name: "iap", type: .dynamic, targets: library)]

/// The client side, which games ship. It uses nothing newer than iOS 15.
var targets: [Target] = [
    .target(name: "CIAPPlatform", dependencies: openSSL),
    .target(name: "IAPPlatform", dependencies: ["CIAP", "CIAPPlatform"], swiftSettings: strict),
    .target(name: "IAPJSON", swiftSettings: strict),
    .target(name: "IAPModel", swiftSettings: strict),
    .target(name: "IAPGrants", dependencies: ["IAPJSON", "IAPModel", "IAPPlatform"], swiftSettings: strict),
    .target(name: "IAPSignedText", dependencies: ["IAPJSON", "IAPPlatform"], swiftSettings: strict),
    .target(name: "CIAPDatabase", dependencies: sqlite),
    .target(name: "IAPDatabase", dependencies: ["CIAPDatabase", "IAPModel"] + sqlite, swiftSettings: strict),
    .target(name: "IAPPaymentQueue", dependencies: ["IAPModel"], swiftSettings: strict),
    .target(
        name: "IAPJournal",
        dependencies: ["IAPDatabase", "IAPGrants", "IAPJSON", "IAPModel", "IAPPaymentQueue", "IAPPlatform"] + openSSL,
        swiftSettings: strict),
    .target(
        name: "IAPPaymentClient",
        dependencies: ["IAPJSON", "IAPJournal", "IAPModel", "IAPPaymentQueue", "IAPPlatform"],
        swiftSettings: strict),
    .target(
        name: "IAPStoreKitBridge",
        dependencies: ["IAPJSON", "IAPModel", "IAPPaymentClient", "IAPPaymentQueue", "IAPPlatform"] + storeKit,
        swiftSettings: bridge),
    .target(
        name: "IAPGameServer", dependencies: ["CIAPPlatform", "IAPJSON", "IAPModel", "IAPPlatform"] + http,
        swiftSettings: strict),
    .target(
        name: "IAPSignatureCheck", dependencies: ["IAPJSON", "IAPModel", "IAPPlatform", "IAPSignedText"] + signedData,
        swiftSettings: strict),

    // The headers. A C target gives their folder to the games that depend on this package.
    .target(name: "CIAP"),
    // What the C functions of all headers share: texts, option structs, errors, handles.
    .target(
        name: "IAPBoundary", dependencies: ["CIAP", "CIAPPlatform", "IAPModel", "IAPPlatform"], swiftSettings: strict),
    .target(
        name: "IAPRuntime",
        dependencies: [
            "CIAP", "CIAPPlatform", "IAPBoundary", "IAPGameServer", "IAPJournal", "IAPModel", "IAPPaymentClient",
            "IAPPaymentQueue", "IAPPlatform", "IAPStoreKitBridge",
        ], swiftSettings: strict),
    .target(
        name: "IAPClientFunctions",
        dependencies: [
            "CIAP", "CIAPPlatform", "IAPBoundary", "IAPGameServer", "IAPGrants", "IAPJournal", "IAPModel",
            "IAPPaymentClient", "IAPPaymentQueue", "IAPRuntime", "IAPSignatureCheck", "IAPSignedText",
            "IAPStoreKitBridge",
        ], exclude: leftOut, resources: privacy, swiftSettings: strict, linkerSettings: exports),

    .testTarget(name: "IAPJSONTests", dependencies: ["IAPJSON"], swiftSettings: tests),
    .testTarget(name: "IAPSignedTextTests", dependencies: ["IAPSignedText"], swiftSettings: tests),
    .testTarget(name: "IAPModelTests", dependencies: ["IAPModel"], swiftSettings: tests),
    .testTarget(name: "IAPBoundaryTests", dependencies: ["CIAP", "IAPBoundary", "IAPModel"], swiftSettings: tests),
    .testTarget(
        name: "IAPJournalTests",
        dependencies: ["IAPDatabase", "IAPGrants", "IAPModel", "IAPJournal", "IAPPaymentQueue", "IAPPlatform"],
        swiftSettings: tests),
    .testTarget(name: "IAPPaymentQueueTests", dependencies: ["IAPModel", "IAPPaymentQueue"], swiftSettings: tests),
    .testTarget(
        name: "IAPPaymentClientTests",
        dependencies: ["IAPJournal", "IAPModel", "IAPPaymentClient", "IAPPaymentQueue", "IAPPlatform"],
        swiftSettings: tests),
]

#if os(Linux)
    /// The store's server needs libmicrohttpd. Without its header `iap-store` still builds, and `serve` says what is missing. SwiftPM
    /// caches the result of this file, even if the header is installed later. So scripts that install the header set the variable.
    let hasHTTPServer =
        Context.environment["IAPBRIDGE_HTTP_SERVER"] != nil
        || ["/usr/include", "/usr/local/include"].contains {
            FileManager.default.fileExists(atPath: "\($0)/microhttpd.h")
        }
    /// The game server needs libpq for PostgreSQL. It needs nothing more for SQLite.
    let hasPostgreSQL =
        Context.environment["IAPBRIDGE_POSTGRESQL"] != nil
        || FileManager.default.fileExists(atPath: "/usr/include/postgresql/libpq-fe.h")
    let storeServer: [Target.Dependency] = hasHTTPServer ? ["IAPStoreServer"] : []

    products += [
        .executable(name: "iap-store", targets: ["iap-store"]),
        .executable(name: "harness", targets: ["harness"]),
        .executable(name: "cpp-minimal", targets: ["cpp-minimal"]),
    ]
    targets += [
        .systemLibrary(name: "CIAPSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CIAPCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CIAPOpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "IAPSignedData", dependencies: ["CIAPOpenSSL", "IAPJSON", "IAPPlatform", "IAPSignedText"],
            swiftSettings: strict),
        .target(
            name: "IAPServerFunctions",
            dependencies: [
                "CIAP", "CIAPPlatform", "IAPBoundary", "IAPModel", "IAPPlatform", "IAPSignatureCheck", "IAPSignedData",
                "IAPSignedText",
            ], swiftSettings: strict),
        // Signatures and certificates of the store, where OpenSSL's functions are easier to call from C.
        .target(name: "CIAPStoreSigning", dependencies: ["CIAPOpenSSL"]),
        .target(
            name: "IAPReferenceStore",
            dependencies: [
                "CIAPOpenSSL", "CIAPStoreSigning", "IAPDatabase", "IAPJSON", "IAPModel", "IAPPlatform", "IAPSignedData",
                "IAPSignedText",
            ], swiftSettings: strict),
        .target(
            name: "IAPReferenceStoreKit",
            dependencies: ["IAPJSON", "IAPModel", "IAPPlatform", "IAPReferenceStore", "IAPSignedData"],
            swiftSettings: strict),
        .target(
            name: "IAPStoreFunctions",
            dependencies: [
                "CIAP", "CIAPPlatform", "IAPBoundary", "IAPModel", "IAPPaymentClient", "IAPPlatform",
                "IAPReferenceStore", "IAPReferenceStoreKit", "IAPRuntime", "IAPSignedData",
            ], swiftSettings: strict),

        // The program iap-store.
        .target(
            name: "IAPStoreCommands",
            dependencies: [
                "IAPJSON", "IAPModel", "IAPPlatform", "IAPReferenceStore", "IAPSignedData", "IAPSignedText",
            ], swiftSettings: strict),
        .executableTarget(
            name: "iap-store", dependencies: ["IAPStoreCommands"] + storeServer,
            swiftSettings: strict + (hasHTTPServer ? [.define("IAP_HTTP_SERVER")] : [])),

        // What the two servers share.
        .target(name: "IAPService", swiftSettings: strict),

        // The game server.
        .target(name: "IAPSQL", dependencies: ["IAPDatabase", "IAPPlatform"], swiftSettings: strict),
        .target(
            name: "IAPBook",
            dependencies: [
                "IAPDatabase", "IAPGrants", "IAPJSON", "IAPModel", "IAPSQL", "IAPSignedData", "IAPSignedText",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "IAPBookTests",
            dependencies: [
                "IAPBook", "IAPDatabase", "IAPModel", "IAPPlatform", "IAPReferenceStore", "IAPSQL", "IAPSignedData",
            ] + (hasPostgreSQL ? ["IAPPostgreSQL"] : []),
            swiftSettings: tests + (hasPostgreSQL ? [.define("IAP_POSTGRESQL")] : [])),
        .testTarget(
            name: "IAPSQLTests",
            dependencies: ["IAPDatabase", "IAPPlatform", "IAPSQL"] + (hasPostgreSQL ? ["IAPPostgreSQL"] : []),
            swiftSettings: tests + (hasPostgreSQL ? [.define("IAP_POSTGRESQL")] : [])),

        // The samples, which SwiftPM links with the code of the library. Samples/run links them as a game does.
        .executableTarget(
            name: "harness", dependencies: ["IAPClientFunctions", "IAPServerFunctions", "IAPStoreFunctions"],
            path: "Samples/harness", exclude: ["Game.storekit", "README.md"],
            cSettings: [
                .headerSearchPath("../../Include"),
                .define("HARNESS_STOREKIT", to: "\"\(Context.packageDirectory)/Samples/harness/Game.storekit\""),
            ]),
        .executableTarget(
            name: "cpp-minimal", dependencies: ["IAPClientFunctions", "IAPServerFunctions", "IAPStoreFunctions"],
            path: "Samples/cpp-minimal", exclude: ["CMakeLists.txt", "README.md"],
            cxxSettings: [
                .headerSearchPath("../../Include"),
                .define("GAME_STOREKIT", to: "\"\(Context.packageDirectory)/Samples/harness/Game.storekit\""),
            ]),

        .executableTarget(name: "game-server", path: "Tests/GameServerProcess", exclude: ["README.md"]),
        .testTarget(
            name: "IAPGameServerTests", dependencies: ["IAPGameServer", "IAPModel", "IAPPlatform", "game-server"],
            swiftSettings: tests),
        .testTarget(
            name: "IAPSignatureCheckTests",
            dependencies: ["IAPModel", "IAPReferenceStore", "IAPSignatureCheck", "IAPSignedData", "IAPSignedText"],
            swiftSettings: tests),
        .testTarget(
            name: "IAPSignedDataTests",
            dependencies: [
                "CIAPOpenSSL", "CIAPStoreSigning", "IAPJSON", "IAPReferenceStore", "IAPSignedData", "IAPSignedText",
            ],
            exclude: ["Wycheproof"], swiftSettings: tests),
        .testTarget(
            name: "IAPReferenceStoreTests",
            dependencies: ["IAPDatabase", "IAPModel", "IAPReferenceStore", "IAPSignedData", "IAPSignedText"],
            swiftSettings: tests),
        .testTarget(
            name: "IAPStoreCommandsTests",
            dependencies: ["IAPJSON", "IAPModel", "IAPReferenceStore", "IAPStoreCommands"], swiftSettings: tests),
        .testTarget(
            name: "IAPStoreKitBridgeTests",
            dependencies: [
                "IAPDatabase", "IAPModel", "IAPPaymentClient", "IAPPaymentQueue", "IAPPlatform", "IAPReferenceStore",
                "IAPReferenceStoreKit", "IAPStoreKitBridge",
            ], swiftSettings: tests),
    ]
    if hasHTTPServer { products.append(.executable(name: "iap-server", targets: ["iap-server"])) }
    if hasPostgreSQL {
        targets += [
            .systemLibrary(name: "CIAPPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
            .target(
                name: "IAPPostgreSQL",
                dependencies: ["CIAPPostgreSQL", "IAPDatabase", "IAPPlatform", "IAPSQL"], swiftSettings: strict),
        ]
    }
    if hasHTTPServer {
        targets += [
            .systemLibrary(
                name: "CIAPMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
            .target(name: "CIAPHTTPServer", dependencies: ["CIAPMicroHTTPD"]),
            .target(name: "CIAPStorePage", exclude: ["Page"]),
            .target(name: "IAPHTTP", dependencies: ["CIAPHTTPServer"], swiftSettings: strict),
            .target(name: "CIAPServerPage", exclude: ["Page"]),
            .target(
                name: "IAPServer",
                dependencies: [
                    "CIAPServerPage", "IAPBook", "IAPGameServer", "IAPGrants", "IAPHTTP", "IAPJSON", "IAPModel",
                    "IAPPlatform", "IAPSQL",
                    "IAPService",
                    "IAPSignedData", "IAPSignedText",
                ] + (hasPostgreSQL ? ["IAPPostgreSQL"] : []),
                swiftSettings: strict + (hasPostgreSQL ? [.define("IAP_POSTGRESQL")] : [])),
            .executableTarget(name: "iap-server", dependencies: ["IAPServer"], swiftSettings: strict),
            .target(
                name: "IAPStoreServer",
                dependencies: [
                    "CIAPStorePage", "IAPGameServer", "IAPHTTP", "IAPJSON", "IAPModel", "IAPPlatform",
                    "IAPReferenceStore", "IAPService",
                    "IAPSignedData", "IAPSignedText", "IAPStoreCommands",
                ], swiftSettings: strict),
            .testTarget(
                name: "IAPServerTests",
                dependencies: [
                    "IAPBook", "IAPGameServer", "IAPHTTP", "IAPJSON", "IAPModel", "IAPPlatform", "IAPReferenceStore",
                    "IAPSQL", "IAPServer",
                    "IAPSignedData", "IAPSignedText", "IAPStoreServer",
                ], swiftSettings: tests),
            .testTarget(name: "IAPHTTPTests", dependencies: ["IAPHTTP"], swiftSettings: tests),
            .testTarget(
                name: "IAPStoreServerTests",
                dependencies: [
                    "IAPHTTP", "IAPJSON", "IAPModel", "IAPReferenceStore", "IAPSignedData", "IAPSignedText",
                    "IAPStoreCommands", "IAPStoreServer",
                ], swiftSettings: tests),
        ]
    }
#endif

let package = Package(
    name: "IAPBridge",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .visionOS(.v1)],
    products: products,
    targets: targets,
    cLanguageStandard: .gnu11,
    cxxLanguageStandard: .cxx17
)
