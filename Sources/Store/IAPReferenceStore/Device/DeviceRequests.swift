internal import Foundation
internal import IAPDatabase
internal import IAPJSON
package import IAPModel
internal import IAPSignatures

/// The account's copy of the app, and its receipt.
package struct AppCopy: Sendable {
    let gate: RequestGate
    let session: DeviceSession
    let network: DeviceNetwork
    let receipts: Receipts

    /// Returns the app transaction. The device keeps its first one until a refresh.
    package func transaction(isRefresh: Bool) throws -> AppRecord {
        _ = try session.requireAccount()
        return try gate.change(.appTransaction, .appTransaction) { ledger in
            let identity = receipts.identity
            var date = isRefresh ? nil : try ledger.appTransactionDate(on: session.name, of: session.account)
            if date == nil {
                date = try ledger.now
                try ledger.set(appTransactionDate: date, on: session.name, of: session.account)
            }
            return .success(
                AppRecord(
                    bundleID: identity.bundleID, appleID: identity.appleIDInProduction,
                    appTransactionID: identity.appTransactionID(of: session.account), receiptDate: date ?? 0))
        }
    }

    /// Returns PKCS#7 in DER, with all purchases except finished consumables. The device keeps its first receipt until a
    /// refresh, unless a quirk makes a new one each time. It does not keep forged receipts.
    package func receipt(isRefresh: Bool) throws -> [UInt8] {
        if isRefresh { _ = try session.requireAccount() }
        return try gate.change(.appReceipt, .appReceipt) { ledger in
            let forgery = try ledger.forgery()
            let isKept = try ledger.has(.receiptHasPurchases)
            if !isRefresh, forgery == nil, isKept, let kept = try ledger.receipt(on: session.name, of: session.account)
            {
                return .success(kept)
            }
            let known = isRefresh ? ledger : try network.known(ledger)
            let content = try receipts.receipt(for: session.address, known)
            let receipt: [UInt8]
            do throws(SignedDataError) {
                receipt = try receipts.identity.sign(content, forgedAs: forgery)
            } catch {
                return .failure(StoreFailure(.systemError, "the store cannot sign the receipt: \(error.description)"))
            }
            if forgery == nil { try ledger.set(receipt: receipt, on: session.name, of: session.account) }
            return .success(receipt)
        }
    }
}

extension Ledger {
    fileprivate func appTransactionDate(on device: String, of account: String) throws -> Int64? {
        try database.query(
            "SELECT app_transaction_ms FROM device WHERE account = ? AND name = ?", [Value(account), Value(device)]
        ) { $0.optionalInteger(0) }.first ?? nil
    }

    fileprivate func set(appTransactionDate date: Int64?, on device: String, of account: String) throws {
        try database.run(
            "UPDATE device SET app_transaction_ms = ? WHERE account = ? AND name = ?",
            [Value(date), Value(account), Value(device)])
    }

    fileprivate func receipt(on device: String, of account: String) throws -> [UInt8]? {
        try database.query(
            "SELECT receipt FROM device WHERE account = ? AND name = ? AND receipt IS NOT NULL",
            [Value(account), Value(device)]
        ) { $0.blob(0) }.first
    }

    fileprivate func set(receipt: [UInt8], on device: String, of account: String) throws {
        try database.run(
            "UPDATE device SET receipt = ? WHERE account = ? AND name = ?",
            [.blob(receipt), Value(account), Value(device)])
    }
}

/// Purchases outside the App Store, and Apple's requirements for them.
package struct ExternalPurchases: Sendable {
    let gate: RequestGate
    let identity: StoreIdentity

    /// - Returns: The token that the game server reports to Apple; nil if the player cancelled.
    package func showNotice() throws -> String? {
        try gate.change(.externalPurchase, .externalPurchase) { ledger in
            guard try self.isNoticeAccepted(ledger) else { return .success(nil) }
            return .success(try self.token(nil, ledger))
        }
    }

    /// - Parameter url: One of the links that the app declares. The store does not check it.
    package func openLink(_ url: String?) throws -> SheetResult {
        try showNotice(.externalPurchaseLink)
    }

    /// - Parameter type: `ACQUISITION` or `SERVICES`. Other types have no token.
    package func customLinkToken(_ type: String) throws -> String? {
        try gate.change(.externalPurchaseCustomLink, .externalPurchase) { ledger in
            guard ["ACQUISITION", "SERVICES"].contains(type) else { return .success(nil) }
            return .success(try self.token(type, ledger))
        }
    }

    /// Shows the notice, which is the same for links within the app and to a browser.
    package func showCustomLinkNotice(isWithinApp: Bool) throws -> SheetResult {
        try showNotice(.externalPurchaseCustomLink)
    }

    package func openLinkAccount() throws -> SheetResult { try showNotice(.externalLinkAccount) }

    /// Binds a payment method. The store accepts every UUID as one from Apple.
    package func bindPaymentMethod(_ pinningID: String) throws {
        try gate.check(.paymentMethodBinding, .paymentMethodBinding)
        guard UUID(uuidString: pinningID) != nil else {
            throw StoreFailure(.bindingInvalidPinningID, "\(pinningID) is not a UUID")
        }
    }

    private func showNotice(_ feature: Feature) throws -> SheetResult {
        try gate.change(feature, .externalPurchase) { ledger in
            .success(try self.isNoticeAccepted(ledger) ? .done : .cancelled)
        }
    }

    private func isNoticeAccepted(_ ledger: Ledger) throws -> Bool {
        try ledger.showSheet(.externalPurchaseNotice)?.isAccepted ?? true
    }

    /// Returns a token of the sandbox: the JSON that Apple describes, in Base64url. Only tokens of custom links have a type and
    /// an end. Apple does not document their lifetime; here it is one year.
    private func token(_ type: String?, _ ledger: Ledger) throws -> String {
        let number = try ledger.next(.nextTokenNumber)
        let now = try ledger.now
        let token = JSONValue.object(of: [
            "appAppleId": .whole(identity.appleID), "bundleId": .text(identity.bundleID),
            "externalPurchaseId": .text(
                (identity.environment == .sandbox ? "SANDBOX_" : "") + identity.uuid("external purchase \(number)")),
            "tokenCreationDate": .whole(now), "tokenType": .optional(type),
            "tokenExpirationDate": type == nil ? nil : .whole(now.clampedAdding(365 * 86_400_000)),
        ])
        return Base64URL.encode(Array(token.json.utf8))
    }
}

/// The App Store page with the changes of this device.
package struct PromotionPage: Sendable {
    let gate: RequestGate
    let session: DeviceSession
    let catalogue: Catalogue

    /// Returns the promotions in their order; empty for the order of App Store Connect.
    package func list() throws -> [Promotion] {
        try gate.check(.promotions, .promotions)
        return try gate.file.read { ledger in try ledger.promotions(on: session.name, of: session.account) }
    }

    /// Sets the order. If an id occurs twice, its first place counts. An empty list restores the order of App Store Connect.
    package func setOrder(_ ids: [String]) throws {
        try gate.change(.promotions, .promotions) { ledger -> Result<Void, StoreFailure> in
            if let unknown = ids.first(where: { catalogue.product(id: $0) == nil }) {
                return .failure(StoreFailure(.productUnavailable, "the store does not sell \(unknown)"))
            }
            try ledger.setPromotionOrder(ids, on: session.name, of: session.account)
            return .success(())
        }
    }

    package func setVisibility(_ productID: String, _ visibility: Promotion.Visibility) throws {
        try gate.change(.promotions, .promotions) { ledger -> Result<Void, StoreFailure> in
            guard catalogue.product(id: productID) != nil else {
                return .failure(StoreFailure(.productUnavailable, "the store does not sell \(productID)"))
            }
            try ledger.setPromotionVisibility(productID, visibility, on: session.name, of: session.account)
            return .success(())
        }
    }
}

extension Ledger {
    fileprivate func promotions(on device: String, of account: String) throws -> [Promotion] {
        try database.query(
            """
            SELECT product_id, visibility FROM promotion
            WHERE account = ? AND device = ? AND position IS NOT NULL ORDER BY position
            """, [Value(account), Value(device)]
        ) { row in
            Promotion(
                productID: row.text(0),
                visibility: Promotion.Visibility(rawValue: Int(row.integer(1))) ?? .appStoreConnectDefault)
        }
    }

    fileprivate func setPromotionOrder(_ ids: [String], on device: String, of account: String) throws {
        try database.run(
            "UPDATE promotion SET position = NULL WHERE account = ? AND device = ?", [Value(account), Value(device)])
        for (position, id) in ids.enumerated() {
            try database.run(
                """
                INSERT INTO promotion (account, device, product_id, position, visibility) VALUES (?, ?, ?, ?, 0)
                ON CONFLICT (account, device, product_id)
                DO UPDATE SET position = coalesce(position, excluded.position)
                """, [Value(account), Value(device), Value(id), Value(position)])
        }
    }

    fileprivate func setPromotionVisibility(
        _ productID: String, _ visibility: Promotion.Visibility, on device: String, of account: String
    ) throws {
        try database.run(
            """
            INSERT INTO promotion (account, device, product_id, visibility) VALUES (?, ?, ?, ?)
            ON CONFLICT (account, device, product_id) DO UPDATE SET visibility = excluded.visibility
            """, [Value(account), Value(device), Value(productID), Value(visibility.rawValue)])
    }
}
