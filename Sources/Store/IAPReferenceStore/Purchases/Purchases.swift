internal import IAPDatabase
package import IAPModel

/// The result of a purchase for the device that requested it.
package enum PurchaseResult: Sendable {
    case purchased(LedgerTransaction)
    case cancelled
    case pending
    /// The device does not receive this response.
    indirect case lost(ResponseLoss, PurchaseResult)
}

/// What accounts buy, and the purchases that wait.
package struct Purchases: Sendable {
    let file: LedgerFile
    let keeper: SubscriptionKeeper
    let families: Families
    let keys: ServerKeys

    var catalogue: Catalogue { families.catalogue }

    /// The state of a purchase in progress.
    enum Step {
        case ended(Result<PurchaseResult, StoreFailure>)
        case charged(PurchaseResult)
        /// The storefront changed; the game decides whether the purchase continues.
        case moved(Storefront)
    }

    /// Buys in one transaction of the ledger: it reads, decides and writes. Only a move of the store to another country needs
    /// two transactions, because the game decides in between.
    func purchase(_ productID: String, _ options: PurchaseOptions, by buyer: DeviceAddress) throws -> PurchaseResult {
        let (step, authorization) = try beginPurchase(productID, options, by: buyer)
        switch step {
        case .ended(let result): return try result.get()
        case .charged(let result): return charged(result)
        case .moved(let storefront):
            guard options.onStorefrontChange?(storefront) ?? true else {
                throw try refuse(storefront, productID, options, authorization, by: buyer)
            }
            return try goOn(productID, options, authorization, by: buyer)
        }
    }

    func beginPurchase(
        _ productID: String, _ options: PurchaseOptions, by buyer: DeviceAddress
    ) throws -> (step: Step, authorization: ServerAuthorization) {
        let request = try request(productID, options, account: buyer.account)
        return try file.change { ledger -> (Step, ServerAuthorization) in
            if let kind = try ledger.simulatedError(.purchase) {
                let failure = StoreFailure(kind, "a test makes purchases fail")
                return (
                    .ended(.failure(try ledger.list(failure, of: request, device: buyer.name))),
                    ServerAuthorization()
                )
            }
            let authorization = try keys.authorization(options, request, ledger)
            return (try self.step(request, authorization, device: buyer.name, canMove: true, ledger), authorization)
        }
    }

    /// Continues a purchase after a change of the storefront.
    func goOn(
        _ productID: String, _ options: PurchaseOptions, _ authorization: ServerAuthorization, by buyer: DeviceAddress
    ) throws -> PurchaseResult {
        let request = try request(productID, options, account: buyer.account)
        let step = try file.change {
            ledger -> Step in
            try self.step(request, authorization, device: buyer.name, canMove: false, ledger)
        }
        switch step {
        case .ended(let result): return try result.get()
        case .charged(let result): return charged(result)
        case .moved: throw StoreFailure(.unknown, "the storefront moved twice")
        }
    }

    /// Ends a purchase because the game refuses the new storefront.
    @discardableResult
    func refuse(
        _ storefront: Storefront, _ productID: String, _ options: PurchaseOptions, _ authorization: ServerAuthorization,
        by buyer: DeviceAddress
    ) throws -> StoreFailure {
        let request = try request(productID, options, account: buyer.account)
        let failure = StoreFailure(
            .notAvailableInStorefront, "the storefront changed to \(storefront.countryCode), and the game refused it")
        return try file.change { ledger in try ledger.list(failure, of: request, authorization, device: buyer.name) }
    }

    private func charged(_ result: PurchaseResult) -> PurchaseResult {
        file.killSwitch.reach(.afterCharge)
        return result
    }

    private func request(
        _ productID: String, _ options: PurchaseOptions, account: String
    ) throws -> PurchaseRules.Request {
        guard let product = catalogue.product(id: productID) else {
            throw StoreFailure(.productUnavailable, "the store does not sell \(productID)")
        }
        var request = PurchaseRules.Request(
            account: account, product: product, quantity: options.quantity, appAccountToken: options.appAccountToken,
            simulatesAskToBuy: options.simulatesAskToBuy)
        request.offer = options.offer
        request.billingPlanType = options.billingPlanType
        request.seats = options.seats
        return request
    }

    private func step(
        _ request: PurchaseRules.Request, _ authorization: ServerAuthorization, device: String, canMove: Bool,
        _ ledger: Ledger
    ) throws -> Step {
        var situation = try situation(of: request, authorization, ledger)
        try addQuirks(to: &situation, of: request, ledger)
        situation.order = try ledger.nextOrder()
        let usesOrder = PurchaseRules.usesOrder(request, situation)
        let order = usesOrder ? situation.order : nil
        let decision = PurchaseRules.decide(request, situation)
        if let end = try ledger.hindrance(to: decision, of: request, authorization, device: device) {
            if usesOrder { try ledger.removeNextOrder() }
            return .ended(end)
        }
        if canMove, decision.isCharge {
            try ledger.takeNextLocale()
            if let storefront = try ledger.takeNextStorefront() { return .moved(storefront) }
        }
        if usesOrder { try ledger.removeNextOrder() }
        switch decision {
        case .refuse(let failure):
            return .ended(.failure(try ledger.list(failure, of: request, authorization, device: device)))
        case .cancel:
            let isCharged = try chargesCancelled(request, situation, device: device, ledger)
            return isCharged ? .charged(.cancelled) : .ended(.success(.cancelled))
        case .awaitApproval:
            try ledger.enter(.approval, of: request, authorization, device: device)
            return .ended(.success(order.result(.pending)))
        case .existing, .hold:
            let result = try carryOut(decision, answering: device, ledger)
            if order.losesResponse, case .success(let transaction) = result, !transaction.isFinished {
                try ledger.announce(transaction, onlyDevice: device)
            }
            return .ended(result.map { order.result(.purchased($0)) })
        case .charge, .subscribe:
            switch try carryOut(decision, answering: device, ledger) {
            case .failure(let failure): return .ended(.failure(failure))
            case .success(let transaction):
                try ledger.announceOwn(transaction, to: device)
                let previous = try previousPurchase(before: transaction, ledger)
                if order.losesResponse || previous != nil { try ledger.announce(transaction, onlyDevice: device) }
                return .charged(order.result(.purchased(previous ?? transaction)))
            }
        }
    }
}

extension PurchaseRules.Decision {
    var isCharge: Bool {
        switch self {
        case .charge, .subscribe: true
        case .refuse, .cancel, .awaitApproval, .existing, .hold: false
        }
    }
}

extension PurchaseOptions {
    /// The offer that the purchase names, even if it is not valid.
    fileprivate var offer: OfferChoice? {
        if let promotionalOffer { return OfferChoice(type: .promotional, id: promotionalOffer.offerID) }
        return winBackOfferID.map { OfferChoice(type: .winBack, id: $0) }
    }
}

extension PurchaseOrder? {
    /// Whether the response is lost; the device then receives the transaction as an update.
    fileprivate var losesResponse: Bool {
        if case .lose = self { return true }
        return false
    }

    fileprivate func result(_ result: PurchaseResult) -> PurchaseResult {
        if case .lose(let loss) = self { return .lost(loss, result) }
        return result
    }
}

/// The results of a decided purchase for the ledger and the devices.
extension Purchases {
    /// Carries out a decision. The account's other devices receive the new transaction as an update. The store grants a
    /// consumable on the device that bought it; if this device never finishes it, other devices receive it at their launch.
    ///
    /// - Parameter device: The device that made the request and receives the response.
    func carryOut(
        _ decision: PurchaseRules.Decision, answering device: String?, _ ledger: Ledger
    ) throws -> Result<LedgerTransaction, StoreFailure> {
        switch decision {
        case .charge(let charge):
            let transaction = try enter(charge, ledger)
            if transaction.productType != .consumable { try ledger.announce(transaction, exceptDevice: device) }
            return .success(transaction)
        case .subscribe(let model, let purchase):
            guard let transaction = try keeper.subscribe(purchase, as: model, answering: device, ledger) else {
                return .failure(StoreFailure(.systemError, "\(model.productID) was not charged"))
            }
            return .success(transaction)
        case .existing(let transaction):
            return .success(transaction)
        case .hold(let transaction, let purchase):
            _ = try keeper.subscribe(purchase, as: transaction, answering: nil, ledger)
            return .success(transaction)
        case .refuse(let failure):
            return .failure(failure)
        case .cancel, .awaitApproval:
            return .failure(StoreFailure(.systemError, "the purchase has no charge"))
        }
    }

    /// Continues a purchase that waits. If the account may no longer use its offer, the purchase ends as after a decline.
    ///
    /// - Returns: Nil if no purchase of this kind waits under this id.
    func charge(attempt id: UInt64, _ kind: Attempt.Kind) throws -> LedgerTransaction? {
        let result = try file.change { ledger in try self.charge(attempt: id, kind, ledger) }
        return try result.get()
    }

    func charge(
        attempt id: UInt64, _ kind: Attempt.Kind, _ ledger: Ledger
    ) throws -> Result<LedgerTransaction?, StoreFailure> {
        guard let attempt = try ledger.attempt(id, at: try ledger.now), attempt.kind == kind,
            let product = catalogue.product(id: attempt.productID)
        else { return .success(nil) }
        try ledger.removeAttempt(id)
        let (request, authorization) = (PurchaseRules.Request(attempt, product), ServerAuthorization(attempt))
        let decision = PurchaseRules.decideApproved(request, try situation(of: request, authorization, ledger))
        let result = try carryOut(decision, answering: nil, ledger)
        // All devices of the account receive its purchases. Only the requesting device receives a consumable.
        if case .success(let transaction) = result, decision.isToBeAnnounced(transaction) {
            let onlyDevice = product.type == .consumable ? attempt.device : nil
            try ledger.announce(transaction, onlyDevice: onlyDevice)
        }
        return result.map { $0 }
    }

    func situation(
        of request: PurchaseRules.Request, _ authorization: ServerAuthorization, _ ledger: Ledger
    ) throws -> PurchaseRules.Situation {
        let storefront = try ledger.storefront
        var situation = PurchaseRules.Situation(
            now: try ledger.now, storefront: storefront.storefront, currencyCode: storefront.currencyCode,
            conditions: try keeper.statuses.conditions(ledger))
        situation.isAskToBuyEnabled = try ledger.integer(.isAskToBuyEnabled) == 1
        situation.arePaymentsAllowed = try ledger.integer(.arePaymentsAllowed) != 0
        situation.refusal = authorization.refusal
        situation.allowsIntroductoryOffer = authorization.allowsIntroductoryOffer
        situation.advancedCommerceInfo = authorization.advancedCommerceInfo
        if request.product.type == .nonConsumable {
            situation.owned = try ledger.owned(request.product.productID, account: request.account)
        }
        guard let groupID = request.product.subscription?.groupID else { return situation }
        situation.subscription = try ledger.subscription(ofGroup: groupID, account: request.account)?.subscription
        if let id = situation.subscription?.period.transactionID {
            situation.latestOfGroup = try ledger.transaction(id)
        }
        return situation
    }

    private func enter(_ charge: LedgerTransaction, _ ledger: Ledger) throws -> LedgerTransaction {
        var transaction = charge
        transaction.id = try ledger.next(.nextTransactionID)
        transaction.originalID = transaction.id
        try ledger.insert(transaction)
        ledger.note(.oneTimeCharge, of: transaction.id, at: transaction.purchaseDate)
        try families.share(transaction, ledger)
        return transaction
    }
}

extension PurchaseRules.Decision {
    /// Whether the transaction has no update yet.
    fileprivate func isToBeAnnounced(_ transaction: LedgerTransaction) -> Bool {
        switch self {
        case .existing, .hold: true
        case .charge: transaction.productType == .consumable
        case .subscribe, .refuse, .cancel, .awaitApproval: false
        }
    }
}

/// The options of a purchase, like StoreKit's `Product.PurchaseOption`.
package struct PurchaseOptions: Sendable {
    package var quantity = 1
    /// A lowercase UUID.
    package var appAccountToken: String?
    package var simulatesAskToBuy = false
    package var promotionalOffer: PromotionalOffer?
    package var introductoryOfferJWS: String?
    package var winBackOfferID: String?
    package var advancedCommerceJWS: String?
    package var billingPlanType: BillingPlanType?
    package var seats: Int?
    /// The store calls it without a lock if the storefront changes during the purchase. It returns whether the purchase
    /// continues. Without it, the purchase continues.
    package var onStorefrontChange: (@Sendable (Storefront) -> Bool)?

    package init() {}

    package struct PromotionalOffer: Sendable, Hashable {
        package var offerID: String
        package var proof: Proof

        package enum Proof: Sendable, Hashable {
            case jws(String)
            /// The nonce is a lowercase UUID, the signature a DER, and the timestamp is in milliseconds since 1970.
            case signature(keyID: String, nonce: String, signature: [UInt8], timestamp: Int64)
        }

        package init(offerID: String, proof: Proof) {
            self.offerID = offerID
            self.proof = proof
        }
    }
}

/// The data that the rules need for the quirks of real systems. The quirks concern purchases in a game. Purchases in a sheet of
/// the App Store, and approved purchases, behave as documented.
extension Purchases {
    func addQuirks(
        to situation: inout PurchaseRules.Situation, of request: PurchaseRules.Request, _ ledger: Ledger
    ) throws {
        let quirks = try ledger.quirks()
        guard !quirks.changed.isEmpty else { return }
        situation.quirks = quirks
        let (productID, account) = (request.product.productID, request.account)
        switch request.product.type {
        case .consumable where quirks[.unfinishedConsumableReturned] != 0:
            situation.unfinished = try ledger.unfinished(productID, account: account)
        case .nonRenewingSubscription where quirks[.nonRenewingSecondReturnsFirst] != 0:
            situation.firstNonRenewing = try ledger.firstLasting(productID, account: account)
        default: break
        }
    }

    /// Returns the earlier purchase that replaces a new one. Returns nil for the account's first purchase, or if the store
    /// returns the new one.
    func previousPurchase(before transaction: LedgerTransaction, _ ledger: Ledger) throws -> LedgerTransaction? {
        guard try ledger.has(.returnsPrevious) else { return nil }
        return try ledger.purchase(before: transaction)
    }

    /// Charges a purchase that the player cancelled, if that is the quirk. The device receives the transaction as an update. A
    /// purchase that the player could not have completed is not charged.
    ///
    /// - Returns: Whether the store charged the purchase.
    func chargesCancelled(
        _ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation, device: String, _ ledger: Ledger
    ) throws -> Bool {
        let delay = try ledger.quirk(.cancelCharges)
        guard delay > 0, try ledger.text(.purchaseFailure) == nil, try ledger.interruption == nil else { return false }
        var completed = situation
        completed.order = nil
        let decision = PurchaseRules.decide(request, completed)
        guard decision.isCharge, case .success(let transaction) = try carryOut(decision, answering: device, ledger)
        else { return false }
        try ledger.plan(
            LaterUpdate(
                .announce, of: transaction, at: transaction.purchaseDate.clampedAdding(delay), onlyDevice: device))
        return true
    }
}
