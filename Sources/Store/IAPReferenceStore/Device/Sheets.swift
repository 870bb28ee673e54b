internal import IAPDatabase
internal import IAPModel

/// The sheets of the system. The numbers are those of the C header's `IAP_STORE_SHEET_…`.
package enum StoreSheet: Int32, Sendable, Hashable, CaseIterable {
    case refund = 1
    case manageSubscriptions = 2
    case offerCode = 3
    case message = 4
    case review = 5
    /// The notice sheet, the link sheets, and the sheet of custom links.
    case externalPurchaseNotice = 6
    case merchandising = 7
}

/// The player's action in a sheet.
package struct SheetAnswer: Sendable, Hashable {
    package var isAccepted: Bool
    package var detail: String?

    package init(isAccepted: Bool, detail: String? = nil) {
        self.isAccepted = isAccepted
        self.detail = detail
    }
}

/// What the player does in a sheet that offers subscriptions.
package enum MerchandisingChoice: Sendable, Hashable {
    case buy(productID: String)
    case cancel, close
}

/// How the player left a sheet.
package enum SheetResult: Sendable, Hashable {
    case done, cancelled
}

/// The decision about a refund request.
enum RefundDecision: String {
    case approve = "approve"
    case decline = "decline"
    /// The store decides later.
    case later = "later"
}

/// The player's changes of a subscription's renewal, except the choice of another product.
enum SubscriptionChange: String {
    case on = "on"
    case off = "off"
}

/// The sheets that the system shows for the game.
package struct DeviceSheets: Sendable {
    let gate: RequestGate
    let session: DeviceSession
    let refunds: Refunds
    let subscriptions: Subscriptions
    let script: SheetScript

    /// Shows the refund sheet. It fails for a second request, and for a transaction that was refunded or that belongs to
    /// another account.
    package func showRefund(_ transactionID: UInt64) throws -> SheetResult {
        try gate.change(.refundRequest, .refundRequest) { ledger in
            let nothing = StoreFailure(.refundRequestFailed, "transaction \(transactionID) cannot be refunded")
            guard let transaction = try ledger.transaction(transactionID),
                ExactText(transaction.account) == ExactText(session.account)
            else { return .failure(nothing) }
            if try ledger.hasRefundRequest(of: transactionID) {
                return .failure(
                    StoreFailure(
                        .duplicateRefundRequest, "a refund of transaction \(transactionID) was requested before"))
            }
            guard transaction.revocation == nil else { return .failure(nothing) }
            let answer = try ledger.showSheet(.refund) ?? SheetAnswer(isAccepted: true)
            guard answer.isAccepted else { return .success(.cancelled) }
            let now = try ledger.now
            _ = try ledger.requestRefund(of: transactionID, at: now)
            if transaction.productType == .consumable || transaction.subscriptionGroupID != nil {
                ledger.note(.consumptionRequest, of: transactionID, at: now)
            }
            switch answer.detail.flatMap(RefundDecision.init) {
            case .approve, nil: try refunds.refund(transaction, .full, ledger)
            case .decline: ledger.note(.refundDeclined, of: transactionID, at: now)
            case .later: break
            }
            return .success(.done)
        }
    }

    /// - Parameter groupID: The group; nil shows all subscriptions.
    package func showManageSubscriptions(groupID: String?) throws {
        try gate.change(.manageSubscriptions, .manageSubscriptions) { ledger in
            let answer = try ledger.showSheet(.manageSubscriptions)
            guard let detail = answer?.detail else { return .success(()) }
            for row in try ledger.subscriptions(of: session.account) {
                guard groupID == nil || groupID.map(ExactText.init) == ExactText(row.groupID) else { continue }
                try self.change(row, as: detail, ledger)
            }
            return .success(())
        }
    }

    /// An ended subscription is bought, not managed.
    private func change(_ row: SubscriptionRow, as detail: String, _ ledger: Ledger) throws {
        if let change = SubscriptionChange(rawValue: detail) {
            _ = try subscriptions.keeper.perform(
                .setAutoRenewal(change == .on), ofGroup: row.groupID, account: session.account, ledger)
        } else {
            _ = try subscriptions.change(row, to: detail, nil, device: session.name, ledger)
        }
    }

    package func showOfferCode() throws -> SheetResult {
        let account = try session.requireAccount()
        return try gate.change(.offerCodeRedemption, .offerCodeRedemption) { ledger in
            guard let answer = try ledger.showSheet(.offerCode) else { return .success(.done) }
            guard answer.isAccepted else { return .success(.cancelled) }
            if let (product, code) = answer.detail.flatMap(script.codeOffer) {
                try subscriptions.purchases.redeem(product, code: code, account: account, device: session.name, ledger)
            }
            return .success(.done)
        }
    }

    /// Shows the subscriptions of one group. The player can choose only a product of this group.
    package func showMerchandising(groupID: String) throws -> MerchandisingChoice {
        _ = try session.requireAccount()
        return try gate.change(.merchandising, .merchandising) { ledger in
            guard let answer = try ledger.showSheet(.merchandising) else { return .success(.close) }
            guard answer.isAccepted else { return .success(.cancel) }
            guard let product = answer.detail.flatMap(script.catalogue.product(id:)),
                product.subscription.map({ ExactText($0.groupID) }) == ExactText(groupID)
            else { return .success(.close) }
            return .success(.buy(productID: product.productID))
        }
    }

    package func requestReview() throws {
        try gate.change(.reviewRequest, nil) { ledger in
            _ = try ledger.showSheet(.review)
            return .success(())
        }
    }

    /// Shows a message. Each message is shown once; a second call does nothing and is no error.
    ///
    /// The player's response to a price increase applies to all subscriptions with a pending one.
    package func showMessage(_ number: Int64) throws {
        try gate.change(.messages, .messages) { ledger in
            guard let message = try ledger.message(number, of: session.account, device: session.name) else {
                return .success(())
            }
            try ledger.removeMessage(number)
            let isAccepted = try ledger.showSheet(.message)?.isAccepted ?? true
            guard message.reason == .priceIncreaseConsent else { return .success(()) }
            for row in try ledger.subscriptions(of: session.account) where row.subscription.priceIncrease != nil {
                _ = try subscriptions.keeper.perform(
                    isAccepted ? .consentToPriceIncrease : .declinePriceIncrease, ofGroup: row.groupID,
                    account: session.account, ledger)
            }
            return .success(())
        }
    }
}

/// The player's actions in the system's sheets, as a test scripts them.
package struct SheetScript: Sendable {
    let file: LedgerFile
    let catalogue: Catalogue

    /// Sets the player's action for the next time the sheet appears.
    package func answerNext(_ sheet: StoreSheet, _ answer: SheetAnswer) throws {
        guard isPossible(answer, in: sheet) else {
            throw IAPError(.invalidArgument, "the detail \(answer.detail ?? "") is not valid for this sheet and answer")
        }
        try file.change { ledger in try ledger.insert(answer, to: sheet) }
    }

    package func count(of sheet: StoreSheet) throws -> Int { try file.read { ledger in try ledger.count(of: sheet) } }

    private func isPossible(_ answer: SheetAnswer, in sheet: StoreSheet) -> Bool {
        guard let detail = answer.detail else { return true }
        guard answer.isAccepted else { return false }
        switch sheet {
        case .refund: return RefundDecision(rawValue: detail) != nil
        case .manageSubscriptions:
            return SubscriptionChange(rawValue: detail) != nil || catalogue.product(id: detail)?.subscription != nil
        case .merchandising: return catalogue.product(id: detail)?.subscription != nil
        case .offerCode: return codeOffer(detail) != nil
        case .message, .review, .externalPurchaseNotice: return false
        }
    }

    /// Returns the product and code that a text such as `com.example.month/WELCOME` names.
    func codeOffer(_ detail: String) -> (product: CatalogueProduct, code: String)? {
        let wanted = ExactText(detail)
        for product in catalogue.products {
            for offer in product.subscription?.codeOffers ?? []
            where ExactText("\(product.productID)/\(offer.referenceName)") == wanted {
                return (product, offer.referenceName)
            }
        }
        return nil
    }
}
