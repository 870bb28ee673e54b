internal import Foundation
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore
internal import IAPSignedData
internal import IAPSignedText

/// What is read from files and written as text.
enum FileCommands {
    static let all = [check, `init`, verify, receipt, root, log, replay]

    // MARK: .storekit files

    static let check = Command(
        name: "check", summary: "Report every problem of .storekit files",
        arguments: [.init("FILE", "a .storekit file, or a bundle that Xcode made of one", .many)],
        options: [.init("strict", nil, "warnings count as errors")],
        details: "Every problem has its file, line, column and JSON path. The exit code is 1 if there is an error.",
        example: "iap-store check Game.storekit", isLocal: true
    ) { call throws(CommandError) in
        var rows: [[Cell]] = []
        var errors = 0
        for path in call.all("FILE") {
            let found: (file: String, problems: [PlacedProblem])
            do throws(CatalogueError) { found = try Catalogue.check(path: path) } catch {
                throw CommandError(.file, error.description)
            }
            for problem in found.problems {
                let isError = problem.problem.isError || call.has("strict")
                errors += isError ? 1 : 0
                rows.append([
                    .text(found.file), .number(problem.line), .number(problem.column),
                    isError ? .state("error", .bad) : .state("warning", .waiting), .text(problem.problem.place),
                    .text(problem.problem.text),
                ])
            }
        }
        let columns = [
            Column("file", "FILE"), Column("line", "LINE"), Column("column", "COLUMN"), Column("severity", "SEVERITY"),
            Column("path", "PATH"), Column("problem", "PROBLEM"),
        ]
        let answer = Answer.rows(columns, rows, none: "Nothing is wrong.")
        guard errors == 0 else {
            throw CommandError(.refused, "\(errors) error\(errors == 1 ? "" : "s")", answer: answer)
        }
        return answer
    }

    static let `init` = Command(
        name: "init", summary: "Write a small .storekit file to begin with",
        arguments: [.init("FILE", "where (default: Game.storekit)", .optional)],
        details: "A file that is there is left alone. Xcode opens the new one: File > Open.",
        example: "iap-store init Game.storekit", isLocal: true
    ) { call throws(CommandError) in
        let path = call.optionalArgument("FILE") ?? "Game.storekit"
        guard RegularFile.kind(of: path) == nil else {
            throw .refused("\(quoted(path)) is there already and was left as it is")
        }
        try write(Array(Beginning.text.utf8), to: path)
        return .fields([Field("file", "Wrote", .text(path))])
    }

    // MARK: What is signed

    static let verify = Command(
        name: "verify", summary: "Check a text that the store has signed, and show what it says",
        arguments: [.init("TEXT", "a compact JWS, or a file with one")],
        options: [
            .init("kind", "KIND", "what it has to be (default: what its fields say)", choices: kinds.map(\.word)),
            .init("root", "FILE", "the root certificate, PEM or DER (default: that of the store)"),
            .init("app-id", "NUMBER", "the app's Apple id, for texts of production"),
        ],
        details: "The exit code is 1 if the text is not genuine. The bundle id is that of --bundle-id.",
        example: "iap-store verify transaction.jws --bundle-id com.example.game", isLocal: true
    ) { call throws(CommandError) in
        let given = call.argument("TEXT")
        let isFile = RegularFile.kind(of: given) != nil || given.contains("/")
        let text = isFile ? try read(given, limit: CompactJWS.maximumLength + 2) : Array(given.utf8)
        let trimmed = Array(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        let root: [UInt8]
        if let path = call.option("root") { root = try certificate(path) } else { root = try storeRoot(call) }
        var options = SignedDataVerifier.Options(
            roots: [root], bundleID: call.files.bundleID ?? "com.example.game",
            appAppleID: try call.wholeNumber("app-id", 1...Int.max).map(Int64.init), environments: .all,
            now: { Int64(Date().timeIntervalSince1970 * 1000) })
        if options.appAppleID == nil { options.environments.remove(.production) }
        let verifier: SignedDataVerifier
        do throws(SignedDataError) { verifier = try SignedDataVerifier(options) } catch {
            throw CommandError(.file, error.description)
        }
        do throws(Rejection) {
            let payload = try CompactJWS(trimmed).decodedPayload()
            let (kind, word) = kind(of: payload)
            if let wanted = call.option("kind"), wanted != word {
                throw Rejection(.malformed, "the text is of kind \(word), not \(wanted)")
            }
            let data = try verifier.check(kind, trimmed)
            return .fields([
                Field("kind", "Kind", .text(word)),
                Field(
                    "verdict", "Verdict",
                    data.isSignatureChecked ? .state("genuine", .good) : .state("unsigned", .waiting)),
                Field("payload", "Payload", .text(data.json)),
            ])
        } catch {
            throw .refused("not genuine: \(error.detail)")
        }
    }

    /// Nothing in a text says its kind. It is the one whose fields it has.
    private static func kind(of payload: [UInt8]) -> (kind: SignedKind, word: String) {
        let fields = JSONReader.object(payload)
        let isThere = { (name: String) in fields?[name] != nil }
        let place =
            if isThere("notificationType") { 3 } else if isThere("receiptType") { 2 } else if isThere("autoRenewStatus")
            {
                1
            } else { 0 }
        return kinds[place]
    }

    private static let kinds: [(kind: SignedKind, word: String)] = [
        (.transaction, "transaction"), (.renewalInfo, "renewal-info"), (.appTransaction, "app-transaction"),
        (.notification, "notification"),
    ]

    static let receipt = Command(
        name: "receipt", summary: "Show what an app receipt says; its signature is not checked",
        arguments: [.init("FILE", "the receipt as it is, or in Base64")], example: "iap-store receipt receipt.bin",
        isLocal: true
    ) { call throws(CommandError) in
        let bytes = try read(call.argument("FILE"), limit: AppReceipt.maximumLength)
        let receipt: AppReceipt
        do throws(Rejection) { receipt = try AppReceipt(unchecked: bytes) } catch {
            throw .refused("\(quoted(call.argument("FILE"))) is no receipt: \(printable(error.detail))")
        }
        let columns = [
            Column("transactionId", "TRANSACTION"), Column("productId", "PRODUCT"), Column("quantity", "QUANTITY"),
            Column("purchaseDate", "BOUGHT"), Column("expiresDate", "ENDS"), Column("cancellationDate", "REVOKED"),
            Column("bundleId", "APP"), Column("receiptType", "TYPE"),
        ]
        let rows = receipt.purchases.map { purchase in
            [
                purchase.transactionID.map(Cell.id) ?? .none, Cell.text(purchase.productID),
                .number(purchase.quantity.map(Int.init)), .time(purchase.purchaseDate), .time(purchase.expirationDate),
                .time(purchase.cancellationDate), .text(receipt.bundleID), .text(receipt.receiptType),
            ]
        }
        return .rows(
            columns, rows,
            none: "The receipt of \(printable(receipt.bundleID ?? "an app without a name")) has no purchase.")
    }

    static let root = Command(
        name: "root", summary: "Write the store's root certificate",
        options: [
            .init("der", nil, "as DER instead of PEM"), .init("output", "FILE", "where to write it", isLocal: true),
        ],
        example: "iap-store root --output root.pem"
    ) { call throws(CommandError) in
        let der = try storeRoot(call)
        let pem = PEM.certificate(der)
        let content = call.has("der") ? der : Array(pem.utf8)
        if let path = call.option("output") {
            try write(content, to: path)
            return .fields([Field("file", "Wrote", .text(path))])
        }
        return call.has("der") ? .bytes(der, key: "root") : .text(pem, key: "root")
    }

    // MARK: The log

    static let log = Command(
        name: "log", summary: "Write the store's log, one JSON object per line",
        example: "iap-store log > monday.log"
    ) { call throws(CommandError) in
        let store = try call.files.store()
        defer { call.files.release(store) }
        return .text(try asking { () throws(StoreFailure) in try store.log }, key: "log")
    }

    static let replay = Command(
        name: "replay", summary: "Make a new store by replaying a log",
        arguments: [.init("LOG", "a file that 'iap-store log' has written")],
        details: "--store names the new file; the .storekit file is the one with which the log was made.",
        example: "iap-store replay monday.log --store again.db", isLocal: true
    ) { call throws(CommandError) in
        let text = String(decoding: try read(call.argument("LOG"), limit: 1 << 30), as: UTF8.self)
        var options = ReferenceStore.Options()
        options.statePath = call.files.storePath
        options.clock = call.files.clock
        let catalogue = try call.files.catalogue()
        let store: ReferenceStore
        do throws(IAPError) { store = try ReferenceStore.replay(text, catalogue: catalogue, options: options) } catch {
            throw CommandError(error)
        }
        defer { call.files.release(store) }
        let totals = try asking { () throws(StoreFailure) in try store.totals }
        return .fields([
            Field("store", "New store", .text(call.files.storePath)),
            Field("transactions", "Transactions", .number(Int64(totals.transactions))),
        ])
    }

    // MARK: Files

    private static func storeRoot(_ call: Call) throws(CommandError) -> [UInt8] {
        let store = try call.files.store()
        defer { call.files.release(store) }
        do throws(IAPError) { return try store.rootCertificate } catch { throw CommandError(error) }
    }

    private static func certificate(_ path: String) throws(CommandError) -> [UInt8] {
        let bytes = try read(path, limit: 1 << 16)
        let der = PEM.firstCertificate(in: bytes) ?? bytes
        guard SignedDataVerifier.isCertificate(der) else {
            throw CommandError(.file, "\(quoted(path)) is no certificate in PEM or DER")
        }
        return der
    }

    private static func read(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) { bytes = try RegularFile.bytes(at: path, limit: limit) } catch {
            throw CommandError(.file, "\(quoted(path)): \(reason(error))")
        }
        guard bytes.count <= limit else { throw CommandError(.file, "\(quoted(path)) is larger than \(limit) bytes") }
        return bytes
    }

    private static func reason(_ failure: RegularFile.Failure) -> String {
        switch failure {
        case .notRegular: "it is not a regular file"
        case .notFound(let reason), .unreadable(let reason): reason
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        do throws(FileReplacement.Failure) { try FileReplacement.write(bytes, to: path) } catch {
            throw CommandError(.file, "\(quoted(path)): \(error.reason)")
        }
    }
}
