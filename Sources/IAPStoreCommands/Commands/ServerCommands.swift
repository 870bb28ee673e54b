internal import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// Commands for the game server: its key, and simulated faults.
enum ServerCommands {
    static let all = [key, fault, control]

    static let key = Command(
        name: "key", summary: "Show the key that the game server uses to sign its requests",
        options: [.init("output", "FILE", "write the private key (PEM) to this .p8 file", isLocal: true)],
        details:
            "The key is from the .storekit file, or the store has created it. It works only with this store.",
        example: "iap-store key --json"
    ) { call throws(CommandError) in
        let store = try call.files.storeOrNew()
        defer { call.files.release(store) }
        if let path = call.option("output") { try FileCommands.write(Array(store.serverKeyPEM.utf8), to: path) }
        return .fields([
            Field("keyId", "Key id", .text(store.serverKeyID)), Field("issuerId", "Issuer id", .text(store.issuerID)),
            Field("bundleId", "App", .text(store.bundleID)),
            Field("privateKey", "Private key", .text(store.serverKeyPEM)),
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
    ) { call throws(CommandError) in
        let store = try call.files.store()
        defer { call.files.release(store) }
        if call.argument("ROUTE") == "none" {
            try asking { () throws(StoreFailure) in try store.setServerFaults([]) }
        } else {
            guard let kind = call.optionalArgument("KIND").flatMap(ServerFault.Kind.init) else {
                throw .usage("the kind of fault is missing; for example: iap-store fault /inApps/v1/history 500")
            }
            let new = ServerFault(
                route: call.argument("ROUTE"), kind: kind, count: try call.wholeNumber("count", 1...1_000_000_000),
                value: try call.wholeNumber("value", 0...86_400_000))
            if new.route == "notifications", !kind.canBefallNotifications {
                throw .usage("\(kind.rawValue) does not apply to notifications; delay, drop, duplicate and reorder do")
            }
            guard !kind.isOfNotifications || new.route == "notifications" else {
                throw .usage(
                    "\(kind.rawValue) applies only to notifications: iap-store fault notifications \(kind.rawValue)")
            }
            let others = try asking { () throws(StoreFailure) in try store.serverFaults }
            try asking { () throws(StoreFailure) in try store.setServerFaults(others + [new]) }
        }
        let faults = try asking { () throws(StoreFailure) in try store.serverFaults }
        return .rows(
            [
                Column("route", "ROUTE"), Column("kind", "KIND"), Column("count", "COUNT"), Column("value", "VALUE"),
            ],
            faults.map { [.text($0.route), .text($0.kind.rawValue), .number($0.count), .number($0.value)] },
            none: "There are no faults.")
    }

    static let control = Command(
        name: "control", summary: "Send a test control to the store, in the format of its log",
        arguments: [.init("JSON", "the control, in the format of a line of 'iap-store log'")],
        example: #"iap-store control '{"setAskToBuy":{"isEnabled":true}}'"#
    ) { call throws(CommandError) in
        let store = try call.files.store()
        defer { call.files.release(store) }
        let control: StoreControl
        do { control = try JSONDecoder().decode(StoreControl.self, from: Data(call.argument("JSON").utf8)) } catch {
            throw .usage(
                "the control cannot be read: it must be an object with one member, in the format of a line of 'iap-store log'"
            )
        }
        try asking { () throws(StoreFailure) in try store.carryOut(control) }
        return .text("Done.\n", key: "done")
    }
}
