internal import Foundation
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore
internal import IAPSignatures

/// Commands that read files and write text.
enum FileCommands {
    static let all = [check, `init`, verify, receipt, root]

    // MARK: .storekit files

    static let check = Command(
        name: "check", summary: "Report every problem of .storekit files",
        arguments: [.init("FILE", "a .storekit file or a bundle that Xcode made from one", .many)],
        options: [.init("strict", nil, "treat warnings as errors")],
        details:
            "Each problem is shown with its file, line, column and JSON path. The exit code is 1 if there is an error.",
        example: "iap-store check Game.storekit", isLocal: true
    ) { call in
        var rows: [[Cell]] = []
        var errors = 0
        for path in call.all("FILE") {
            let found = try Catalogue.check(path: path)
            for problem in found.problems {
                let isError = problem.problem.isError || call.has("strict")
                errors += isError ? 1 : 0
                rows.append([
                    .text(found.file), .number(problem.line), .number(problem.column),
                    isError ? .text("error") : .text("warning"), .text(problem.problem.place),
                    .text(problem.problem.text),
                ])
            }
        }
        let columns = [
            Column("file", "FILE"), Column("line", "LINE"), Column("column", "COLUMN"), Column("severity", "SEVERITY"),
            Column("path", "PATH"), Column("problem", "PROBLEM"),
        ]
        let response = Response.rows(columns, rows, none: "No problems found.")
        guard errors == 0 else {
            throw CommandError(.refused, "\(errors) error\(errors == 1 ? "" : "s")", response: response)
        }
        return response
    }

    static let `init` = Command(
        name: "init", summary: "Write a small .storekit file as a start",
        arguments: [.init("FILE", "the file to write (default: Game.storekit)", .optional)],
        details: "The command does not overwrite a file. To open the new file in Xcode, choose File > Open.",
        example: "iap-store init Game.storekit", isLocal: true
    ) { call in
        let path = call.optionalArgument("FILE") ?? "Game.storekit"
        guard RegularFile.kind(of: path) == nil else {
            throw CommandError.refused("\(quoted(path)) already exists and was not changed")
        }
        try write(Array(Beginning.text.utf8), to: path)
        return .fields([Field("file", "Written file", .text(path))])
    }

    // MARK: Signed data

    static let verify = Command(
        name: "verify", summary: "Verify signed data (JWS) and show its content",
        arguments: [.init("TEXT", "a compact JWS, or a file that contains one")],
        options: [
            .init("kind", "KIND", "the expected kind (default: detected from the fields)", choices: kinds.map(\.word)),
            .init("root", "FILE", "the root certificate, PEM or DER (default: the store's root certificate)"),
            .init("app-id", "NUMBER", "the app's Apple id, for data of the production environment"),
        ],
        details: "The exit code is 1 if the data is not valid. The expected bundle id is the value of --bundle-id.",
        example: "iap-store verify transaction.jws --bundle-id com.example.game", isLocal: true
    ) { call in
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
        let verifier = try SignedDataVerifier(options)
        do throws(Rejection) {
            let payload = try CompactJWS(trimmed).decodedPayload()
            let (kind, word) = kind(of: payload)
            if let wanted = call.option("kind"), wanted != word {
                throw Rejection(.malformed, "the data is of kind \(word), not \(wanted)")
            }
            let data = try verifier.check(kind, trimmed)
            return .fields([
                Field("kind", "Kind", .text(word)),
                Field(
                    "verdict", "Verdict",
                    data.isSignatureChecked ? .text("genuine") : .text("unsigned")),
                Field("payload", "Payload", .text(data.json)),
            ])
        } catch {
            throw CommandError.refused("not valid: \(error.detail)")
        }
    }

    /// Signed data does not name its kind. The fields of the payload show the kind.
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
        name: "receipt", summary: "Show the content of an app receipt; its signature is not checked",
        arguments: [.init("FILE", "the receipt, as binary data or in Base64")],
        example: "iap-store receipt receipt.bin",
        isLocal: true
    ) { call in
        let bytes = try read(call.argument("FILE"), limit: AppReceipt.maximumLength)
        let receipt: AppReceipt
        do throws(Rejection) { receipt = try AppReceipt(unchecked: bytes) } catch {
            throw CommandError.refused("\(quoted(call.argument("FILE"))) is not a receipt: \(printable(error.detail))")
        }
        let columns = [
            Column("transactionId", "TRANSACTION"), Column("productId", "PRODUCT"), Column("quantity", "QUANTITY"),
            Column("purchaseDate", "PURCHASED"), Column("expiresDate", "EXPIRES"),
            Column("cancellationDate", "REVOKED"),
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
            none: "The receipt of \(printable(receipt.bundleID ?? "an app without a name")) contains no purchases.")
    }

    static let root = Command(
        name: "root", summary: "Write the store's root certificate",
        options: [
            .init("der", nil, "write DER, not PEM"), .init("output", "FILE", "the file to write", isLocal: true),
        ],
        example: "iap-store root --output root.pem"
    ) { call in
        let der = try storeRoot(call)
        let pem = PEM.certificate(der)
        let content = call.has("der") ? der : Array(pem.utf8)
        if let path = call.option("output") {
            try write(content, to: path)
            return .fields([Field("file", "Written file", .text(path))])
        }
        return call.has("der") ? .bytes(der, key: "root") : .text(pem, key: "root")
    }

    // MARK: Files

    private static func storeRoot(_ call: Call) throws -> [UInt8] {
        let store = try call.files.store()
        defer { call.files.release(store) }
        return try store.identity.rootCertificate
    }

    private static func certificate(_ path: String) throws -> [UInt8] {
        let bytes = try read(path, limit: 1 << 16)
        let der = PEM.firstCertificate(in: bytes) ?? bytes
        guard SignedDataVerifier.isCertificate(der) else {
            throw CommandError(.file, "\(quoted(path)) is not a certificate in PEM or DER format")
        }
        return der
    }

    private static func read(_ path: String, limit: Int) throws -> [UInt8] {
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

    static func write(_ bytes: [UInt8], to path: String) throws {
        do throws(FileReplacement.Failure) { try FileReplacement.write(bytes, to: path) } catch {
            throw CommandError(.file, "\(quoted(path)): \(error.reason)")
        }
    }
}

/// The `.storekit` file that `init` writes: one product of each type and no more.
enum Beginning {
    static let text = """
        {
          "identifier" : "0A1B2C3D",
          "nonRenewingSubscriptions" : [

          ],
          "products" : [
            {
              "displayPrice" : "0.99",
              "familyShareable" : false,
              "internalID" : "6500000001",
              "localizations" : [
                {
                  "description" : "A hundred coins",
                  "displayName" : "Coins",
                  "locale" : "en_US"
                }
              ],
              "productID" : "com.example.game.coins",
              "referenceName" : "Coins",
              "type" : "Consumable"
            },
            {
              "displayPrice" : "4.99",
              "familyShareable" : true,
              "internalID" : "6500000002",
              "localizations" : [
                {
                  "description" : "Make your own levels",
                  "displayName" : "Editor",
                  "locale" : "en_US"
                }
              ],
              "productID" : "com.example.game.editor",
              "referenceName" : "Editor",
              "type" : "NonConsumable"
            }
          ],
          "settings" : {

          },
          "subscriptionGroups" : [
            {
              "id" : "21500000",
              "localizations" : [

              ],
              "name" : "Club",
              "subscriptions" : [
                {
                  "adHocOffers" : [

                  ],
                  "codeOffers" : [

                  ],
                  "displayPrice" : "2.99",
                  "familyShareable" : false,
                  "groupNumber" : 1,
                  "internalID" : "6500000003",
                  "introductoryOffer" : null,
                  "localizations" : [
                    {
                      "description" : "A new level each week",
                      "displayName" : "Club",
                      "locale" : "en_US"
                    }
                  ],
                  "productID" : "com.example.game.club",
                  "recurringSubscriptionPeriod" : "P1M",
                  "referenceName" : "Club",
                  "subscriptionGroupID" : "21500000",
                  "type" : "RecurringSubscription"
                }
              ]
            }
          ],
          "version" : {
            "major" : 3,
            "minor" : 0
          }
        }

        """
}
