// swift-tools-version: 6.3

import PackageDescription

/// This project's scripts and CMake files set the variable. A project that depends on this package must not set it: SwiftPM
/// refuses a dependency with unsafe flags, and its own flags for dependencies contradict warnings as errors.
let isOwnBuild = Context.environment["IAPBRIDGE_OWN_BUILD"] != nil

#if os(Linux)
    let isLinux = true
#else
    let isLinux = false
#endif
/// The reference store: always on Linux. On a Mac for the tests of games, in place of StoreKit.
let hasStore = isLinux || Context.environment["IAPBRIDGE_STORE"] == "reference"
/// Apple's systems have SQLite, and without the reference store StoreKit, Security and URLSession.
let absent = (isLinux ? [] : ["CIAPSQLite"]) + (hasStore ? [] : ["CIAPCurl", "CIAPOpenSSL", "IAPReferenceStoreKit"])

let swift: [SwiftSetting] =
    (isOwnBuild && isLinux ? [.treatAllWarnings(as: .error)] : [])
    + (hasStore ? [.define("IAP_REFERENCE_STORE")] : []) + [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
let strict = swift + [.enableUpcomingFeature("MemberImportVisibility")]
/// In a release build the tests test optimized code. The tests themselves are not optimized, because they build faster that way.
let tests = strict + (isOwnBuild && isLinux ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : [])

/// The library exports the functions of the public headers and nothing else. On Linux the loader binds its calls of other libraries
/// at once: a later binding would write the processor's registers to the stack, and with them parts of a key. The library stays loaded
/// after dlclose(), because its threads may still run its code.
let exports = "\(Context.packageDirectory)/Sources/Client/IAPClient/exports"
let exported =
    isLinux
    ? [
        "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "nodelete",
        "-Xlinker", "--version-script=\(exports).map",
    ]
    : ["-Xlinker", "-exported_symbols_list", "-Xlinker", "\(exports).list"]

func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
/// The named modules, without those that this system lacks.
func modules(_ names: String) -> [Target.Dependency] {
    names.split(separator: " ").map(String.init).filter { !absent.contains($0) }.map { .byName(name: $0) }
}

/// A module in its room, and the modules that it imports.
func module(
    _ path: String, _ uses: String = "", without left: [String] = [], resources: [Resource] = [],
    settings: [SwiftSetting] = strict, linker: [LinkerSetting] = []
) -> Target {
    .target(
        name: name(path), dependencies: modules(uses), path: "Sources/\(path)", exclude: left,
        resources: resources, cSettings: hasStore ? [.define("IAP_REFERENCE_STORE")] : [],
        swiftSettings: name(path).hasPrefix("C") ? [] : settings, linkerSettings: linker)
}
func program(_ path: String, _ uses: String) -> Target {
    .executableTarget(name: name(path), dependencies: modules(uses), path: "Sources/\(path)", swiftSettings: strict)
}
func system(_ path: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name(path), path: "Sources/\(path)", pkgConfig: pkgConfig, providers: [.apt([package])])
}
func unit(_ name: String, _ uses: String = "", without left: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: modules("\(name) \(uses)"), path: "Tests/Unit/\(name)Tests",
        exclude: left, swiftSettings: tests)
}

let values = "IAPJSON IAPModel IAPPlatform"
/// What games ship. It uses nothing newer than iOS 15.
let targets = [
    // The headers. A C target gives their folder to the games that depend on this package.
    module("Shared/CIAP"),
    module("Shared/CIAPPlatform", "CIAPOpenSSL"),
    module("Shared/CIAPDatabase", "CIAPSQLite"),
    module("Shared/IAPPlatform", "CIAP CIAPPlatform"),
    module("Shared/IAPJSON"),
    module("Shared/IAPModel", "IAPJSON IAPPlatform"),
    module("Shared/IAPDatabase", "CIAPDatabase CIAPSQLite IAPModel"),
    module("Shared/IAPHTTP", "CIAPCurl CIAPPlatform \(values)", without: [hasStore ? "URLSession" : "Curl"]),
    module("Shared/IAPInterop", "CIAP CIAPPlatform IAPModel IAPPlatform"),
    module("Signatures/IAPSignatures", "CIAPOpenSSL IAPHTTP \(values)", without: [hasStore ? "Security" : "OpenSSL"]),
    module("Client/IAPPaymentQueue", "IAPModel"),
    module("Client/IAPJournal", "CIAPOpenSSL IAPDatabase IAPJSON IAPModel IAPPaymentQueue IAPPlatform"),
    module("Client/IAPPaymentClient", "\(values) IAPJournal IAPPaymentQueue"),
    // One file imports the store for all files, so the others use members of a module that they do not import.
    module(
        "Client/IAPStoreKitBridge", "\(values) IAPPaymentClient IAPPaymentQueue IAPReferenceStoreKit", settings: swift),
    module(
        "Client/IAPClient",
        "CIAP CIAPPlatform \(values) IAPHTTP IAPInterop IAPJournal IAPPaymentClient IAPPaymentQueue IAPSignatures IAPStoreKitBridge",
        without: ["exports.list", "exports.map"] + (isLinux ? ["PrivacyInfo.xcprivacy"] : []),
        // Xcode combines it with the privacy manifest of the game.
        resources: isLinux ? [] : [.copy("PrivacyInfo.xcprivacy")],
        linker: isOwnBuild ? [.unsafeFlags(exported)] : []),
    unit("IAPJSON"), unit("IAPModel"), unit("IAPInterop", "CIAP IAPModel"), unit("IAPPaymentQueue", "IAPModel"),
    unit("IAPJournal", "IAPDatabase IAPModel IAPPaymentQueue IAPPlatform"),
    unit("IAPPaymentClient", "IAPJournal IAPModel IAPPaymentQueue IAPPlatform"),
]

/// The reference App Store, the verifier and the two servers.
let storeTargets = [
    system("Shared/CIAPSQLite", "sqlite3", "libsqlite3-dev"),
    system("Shared/CIAPCurl", "libcurl", "libcurl4-openssl-dev"),
    system("Shared/CIAPOpenSSL", "libcrypto", "libssl-dev"),
    system("Shared/CIAPMicroHTTPD", "libmicrohttpd", "libmicrohttpd-dev"),
    system("Server/CIAPPostgreSQL", "libpq", "libpq-dev"),
    module("Shared/CIAPHTTPServer", "CIAPMicroHTTPD CIAPPlatform"),
    module("Shared/CIAPPages", without: ["Common", "Server", "Store"]),
    module("Shared/IAPHTTPServer", "CIAPHTTPServer"),
    module("Signatures/IAPVerifierFunctions", "CIAP CIAPPlatform IAPInterop IAPModel IAPPlatform IAPSignatures"),
    module("Store/CIAPStoreSigning", "CIAPOpenSSL"),
    module("Store/IAPReferenceStore", "CIAPOpenSSL CIAPStoreSigning IAPDatabase \(values) IAPSignatures"),
    module("Store/IAPReferenceStoreKit", "\(values) IAPReferenceStore IAPSignatures"),
    module(
        "Store/IAPStoreFunctions",
        "CIAP CIAPPlatform \(values) IAPInterop IAPReferenceStore IAPReferenceStoreKit IAPSignatures"),
    module("Store/IAPStoreCommands", "\(values) IAPReferenceStore IAPSignatures"),
    module(
        "Store/IAPStoreServer",
        "CIAPPages \(values) IAPHTTP IAPHTTPServer IAPReferenceStore IAPSignatures IAPStoreCommands"),
    program("Store/iap-store", "IAPPlatform IAPStoreCommands IAPStoreServer"),
    module("Server/IAPLedger", "CIAPPostgreSQL IAPDatabase \(values) IAPSignatures"),
    module("Server/IAPServer", "\(values) CIAPPages IAPHTTP IAPHTTPServer IAPLedger IAPSignatures"),
    program("Server/iap-server", "IAPServer"),
    .executableTarget(name: "game-server", path: "Tests/Servers/GameServerProcess", exclude: ["README.md"]),
    unit("IAPHTTP", "IAPClient IAPModel IAPPaymentQueue IAPPlatform game-server"), unit("IAPHTTPServer"),
    unit("IAPSignatures", "CIAPOpenSSL CIAPStoreSigning IAPJSON IAPModel IAPReferenceStore", without: ["Wycheproof"]),
    unit("IAPReferenceStore", "IAPDatabase IAPJSON IAPModel IAPSignatures"),
    unit("IAPStoreCommands", "IAPJSON IAPModel IAPReferenceStore"),
    unit(
        "IAPStoreKitBridge",
        "\(values) IAPDatabase IAPPaymentClient IAPPaymentQueue IAPReferenceStore IAPReferenceStoreKit"),
    unit("IAPStoreServer", "IAPHTTPServer IAPJSON IAPModel IAPReferenceStore IAPSignatures IAPStoreCommands"),
    unit("IAPLedger", "IAPDatabase IAPModel IAPPlatform IAPReferenceStore IAPSignatures"),
    unit("IAPServer", "\(values) IAPHTTP IAPHTTPServer IAPLedger IAPReferenceStore IAPSignatures IAPStoreServer"),
]

let package = Package(
    name: "IAPBridge",
    platforms: [.iOS(.v15), .macOS(hasStore ? .v15 : .v12), .tvOS(.v15), .visionOS(.v1)],
    products: [
        .library(
            name: "iap", type: .dynamic,
            targets: ["IAPClient"] + (hasStore ? ["IAPStoreFunctions", "IAPVerifierFunctions"] : []))
    ] + (hasStore ? ["iap-store", "iap-server"].map { .executable(name: $0, targets: [$0]) } : []),
    targets: targets + (hasStore ? storeTargets : []),
    cLanguageStandard: .gnu11, cxxLanguageStandard: .cxx17
)
