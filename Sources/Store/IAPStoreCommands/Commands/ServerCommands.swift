internal import Foundation
internal import IAPModel
internal import IAPReferenceStore
internal import IAPSignatures

/// Commands for the game server: its key, and simulated faults.
enum ServerCommands {
    static let all = [key, fault]

    static let key = Command(
        name: "key", summary: "Show the key that the game server uses to sign its requests",
        options: [.init("output", "FILE", "write the private key (PEM) to this .p8 file", isLocal: true)],
        details:
            "The key is from the .storekit file, or the store has created it. It works only with this store.",
        example: "iap-store key --json"
    ) { call in
        let store = try call.files.storeOrNew()
        defer { call.files.release(store) }
        if let path = call.option("output") { try FileCommands.write(Array(store.serverKeys.ownPEM.utf8), to: path) }
        return .fields([
            Field("keyId", "Key id", .text(store.serverKeys.ownID)),
            Field("issuerId", "Issuer id", .text(store.identity.issuerID)),
            Field("bundleId", "App", .text(store.identity.bundleID)),
            Field("privateKey", "Private key", .lines(store.serverKeys.ownPEM)),
        ])
    }

    static let fault = Command(
        name: "fault", summary: "Simulate faults of the store's server or of its notifications",
        arguments: [
            .init(
                "ROUTE",
                "the start of a path, such as /inApps/v1/transactions; 'notifications'; or 'none' to remove all faults"),
            .init(
                "KIND", "the kind of fault", .optional,
                choices: ["429", "500", "delay", "drop", "truncate", "duplicate", "reorder"]),
        ],
        options: [
            .init("count", "N", "number of affected requests (default: all until 'fault none')"),
            .init(
                "value", "N",
                "delay: milliseconds; truncate: number of bytes sent; 429: seconds until the time in Retry-After"),
        ],
        details: "Faults last while 'iap-store serve' runs. 'duplicate' and 'reorder' apply only to notifications.",
        example: "iap-store fault /inApps/v1/transactions 429 --count 3"
    ) { call, store in
        if call.argument("ROUTE") == "none" {
            try store.serverFaults.set([])
        } else {
            guard let kind = call.optionalArgument("KIND").flatMap(ServerFault.Kind.init) else {
                throw CommandError.usage(
                    "the kind of fault is missing; for example: iap-store fault /inApps/v1/history 500")
            }
            let new = ServerFault(
                route: call.argument("ROUTE"), kind: kind, count: try call.wholeNumber("count", 1...1_000_000_000),
                value: try call.wholeNumber("value", 0...86_400_000))
            if new.route == "notifications", !kind.canBefallNotifications {
                throw CommandError.usage(
                    "\(kind.rawValue) does not apply to notifications; delay, drop, duplicate and reorder do")
            }
            guard !kind.isOfNotifications || new.route == "notifications" else {
                throw CommandError.usage(
                    "\(kind.rawValue) applies only to notifications: iap-store fault notifications \(kind.rawValue)")
            }
            let others = try store.serverFaults.all
            try store.serverFaults.set(others + [new])
        }
        let faults = try store.serverFaults.all
        return .rows(
            [Column("route", "ROUTE"), Column("kind", "KIND"), Column("count", "COUNT"), Column("value", "VALUE")],
            faults.map { [.text($0.route), .text($0.kind.rawValue), .number($0.count), .number($0.value)] },
            none: "There are no faults.")
    }
}
