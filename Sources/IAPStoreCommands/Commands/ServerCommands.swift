internal import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// What the game's server needs, and what goes wrong for it.
enum ServerCommands {
    static let all = [key, fault, control]

    static let key = Command(
        name: "key", summary: "Show the key with which the game's server signs its requests",
        options: [.init("output", "FILE", "where to write the private key (PEM), as a .p8 file", isLocal: true)],
        details:
            "It is the key of the .storekit file, or one that the store has made. It opens nothing but this store.",
        example: "iap-store key --json"
    ) { call throws(CommandError) in
        let store = try call.files.storeOrNew()
        defer { call.files.release(store) }
        if let path = call.option("output") { try FileCommands.write(Array(store.serverKeyPEM.utf8), to: path) }
        return .fields([
            Field("keyId", "Key id", .text(store.serverKeyID)), Field("issuerId", "Issuer", .text(store.issuerID)),
            Field("bundleId", "App", .text(store.bundleID)),
            Field("privateKey", "Private key", .text(store.serverKeyPEM)),
        ])
    }

    static let fault = Command(
        name: "fault", summary: "Let requests to the store's server, or its notifications, go wrong",
        arguments: [
            .init(
                "ROUTE",
                "the beginning of a path, as /inApps/v1/transactions; 'notifications'; 'none' removes all faults"),
            .init(
                "KIND", "what goes wrong", .optional,
                choices: ["429", "500", "delay", "drop", "truncate", "duplicate", "reorder"]),
        ],
        options: [
            .init("count", "N", "for so many requests (default: until 'fault none')"),
            .init("value", "N", "delay: milliseconds; truncate: bytes that are sent; 429: seconds until Retry-After"),
        ],
        details: "Faults last while 'iap-store serve' runs. 'duplicate' and 'reorder' are for notifications only.",
        example: "iap-store fault /inApps/v1/transactions 429 --count 3"
    ) { call throws(CommandError) in
        let store = try call.files.store()
        defer { call.files.release(store) }
        if call.argument("ROUTE") == "none" {
            try asking { () throws(StoreFailure) in try store.setServerFaults([]) }
        } else {
            guard let kind = call.optionalArgument("KIND").flatMap(ServerFault.Kind.init) else {
                throw .usage("what goes wrong? For example: iap-store fault /inApps/v1/history 500")
            }
            let new = ServerFault(
                route: call.argument("ROUTE"), kind: kind, count: try call.wholeNumber("count", 1...1_000_000_000),
                value: try call.wholeNumber("value", 0...86_400_000))
            if new.route == "notifications", !kind.canBefallNotifications {
                throw .usage("\(kind.rawValue) does not apply to notifications; delay, drop, duplicate and reorder do")
            }
            guard !kind.isOfNotifications || new.route == "notifications" else {
                throw .usage("\(kind.rawValue) is for notifications: iap-store fault notifications \(kind.rawValue)")
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
            none: "Nothing goes wrong.")
    }

    static let control = Command(
        name: "control", summary: "Do anything that a test can do to the store, in the words of its log",
        arguments: [.init("JSON", "the control, as a line of 'iap-store log' has it")],
        example: #"iap-store control '{"setAskToBuy":{"isEnabled":true}}'"#
    ) { call throws(CommandError) in
        let store = try call.files.store()
        defer { call.files.release(store) }
        let control: StoreControl
        do { control = try JSONDecoder().decode(StoreControl.self, from: Data(call.argument("JSON").utf8)) } catch {
            throw .usage(
                "the control cannot be read: it is an object with one member, whose name and values are those of a line of 'iap-store log'"
            )
        }
        try asking { () throws(StoreFailure) in try store.carryOut(control) }
        return .text("Done.\n", key: "done")
    }
}
