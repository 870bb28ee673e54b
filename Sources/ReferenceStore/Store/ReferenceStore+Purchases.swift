internal import Database
internal import IAPModel

/// How a purchase ends for the one who asked for it.
package enum PurchaseResult: Sendable {
    case purchased(LedgerTransaction)
    case cancelled
    case pending
    /// The device is not to hear of this.
    indirect case lost(AnswerLoss, PurchaseResult)
}

extension ReferenceStore {
    /// Where a purchase has come to.
    enum Step {
        case ended(Result<PurchaseResult, StoreFailure>)
        case charged(PurchaseResult)
        /// The store has moved to another country; whether the purchase goes on is for somebody else to say.
        case moved(Storefront)
    }

    /// Buys in one transaction of the ledger: looks, decides, writes. Only a move of the store to another country makes it two,
    /// because somebody is asked in between.
    func purchase(
        _ productID: String, _ options: PurchaseOptions, by buyer: DeviceAddress
    ) throws(StoreFailure) -> PurchaseResult {
        let (step, word) = try beginPurchase(productID, options, by: buyer)
        switch step {
        case .ended(let result): return try result.get()
        case .charged(let result): return charged(result)
        case .moved(let storefront):
            guard options.onStorefrontChange?(storefront) ?? true else {
                throw try refuse(storefront, productID, options, word, by: buyer)
            }
            return try goOn(productID, options, word, by: buyer)
        }
    }

    func beginPurchase(
        _ productID: String, _ options: PurchaseOptions, by buyer: DeviceAddress
    ) throws(StoreFailure) -> (step: Step, word: ServersWord) {
        let request = try request(productID, options, account: buyer.account)
        let asked = DeviceRequest.purchase(productID: productID, options: options)
        return try change(.request(buyer, asked)) {
            ledger throws(DatabaseError) -> (Step, ServersWord) in
            if let kind = try ledger.simulatedError(.purchase) {
                let failure = StoreFailure(kind, "purchases are to fail, a test says")
                return (
                    .ended(.failure(try self.list(failure, of: request, device: buyer.name, ledger))), ServersWord()
                )
            }
            let word = try self.serversWord(options, request, ledger)
            return (try self.step(request, word, device: buyer.name, canMove: true, ledger), word)
        }
    }

    /// The storefront has moved, and that is no reason not to buy.
    func goOn(
        _ productID: String, _ options: PurchaseOptions, _ word: ServersWord, by buyer: DeviceAddress
    ) throws(StoreFailure) -> PurchaseResult {
        let request = try request(productID, options, account: buyer.account)
        let asked = DeviceRequest.goOn(productID: productID, options: options, word: word)
        let step = try change(.request(buyer, asked)) {
            ledger throws(DatabaseError) -> Step in
            try self.step(request, word, device: buyer.name, canMove: false, ledger)
        }
        switch step {
        case .ended(let result): return try result.get()
        case .charged(let result): return charged(result)
        case .moved: throw StoreFailure(.unknown, "the storefront moved twice")
        }
    }

    /// The storefront has moved, and the game does not buy there.
    @discardableResult
    func refuse(
        _ storefront: Storefront, _ productID: String, _ options: PurchaseOptions, _ word: ServersWord,
        by buyer: DeviceAddress
    ) throws(StoreFailure) -> StoreFailure {
        let request = try request(productID, options, account: buyer.account)
        let failure = StoreFailure(
            .notAvailableInStorefront, "the storefront became \(storefront.countryCode), which was refused")
        let asked = DeviceRequest.refuseStorefront(
            productID: productID, options: options, word: word, countryCode: storefront.countryCode)
        return try change(.request(buyer, asked)) { ledger throws(DatabaseError) in
            try self.list(failure, of: request, word, device: buyer.name, ledger)
        }
    }

    private func charged(_ result: PurchaseResult) -> PurchaseResult {
        reach(.afterCharge)
        return result
    }

    private func request(
        _ productID: String, _ options: PurchaseOptions, account: String
    ) throws(StoreFailure) -> PurchaseRules.Request {
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
        _ request: PurchaseRules.Request, _ word: ServersWord, device: String, canMove: Bool, _ ledger: Ledger
    ) throws(DatabaseError) -> Step {
        var situation = try situation(of: request, word, ledger)
        let order = try ledger.nextOrder()
        situation.order = order
        let decision = PurchaseRules.decide(request, situation)
        if let end = try hindrance(to: decision, of: request, word, device: device, ledger) {
            if PurchaseRules.usesOrder(request, situation) { try ledger.removeNextOrder() }
            return .ended(end)
        }
        if canMove, decision.isCharge {
            try takeOnNextLocale(ledger)
            if let storefront = try moveToNextStorefront(ledger) { return .moved(storefront) }
        }
        if PurchaseRules.usesOrder(request, situation) { try ledger.removeNextOrder() }
        switch decision {
        case .refuse(let failure):
            return .ended(.failure(try list(failure, of: request, word, device: device, ledger)))
        case .cancel:
            return .ended(.success(.cancelled))
        case .awaitApproval:
            try enter(.approval, of: request, word, device: device, ledger)
            return .ended(.success(order.result(.pending)))
        case .existing, .hold:
            let result = try carryOut(decision, answering: device, ledger)
            if order.losesAnswer, case .success(let transaction) = result, !transaction.isFinished {
                try ledger.announce(transaction, onlyDevice: device)
            }
            return .ended(result.map { order.result(.purchased($0)) })
        case .charge, .subscribe:
            switch try carryOut(decision, answering: device, ledger) {
            case .failure(let failure): return .ended(.failure(failure))
            case .success(let transaction):
                if order.losesAnswer { try ledger.announce(transaction, onlyDevice: device) }
                return .charged(order.result(.purchased(transaction)))
            }
        }
    }

    /// Devices that run hear at once of what the account owns from now on. A consumable is granted where it was bought, unless
    /// that device never finishes it: then another one is offered it at its launch.
    ///
    /// - Parameter device: where it was asked for, and which is answered.
    private func carryOut(
        _ decision: PurchaseRules.Decision, answering device: String?, _ ledger: Ledger
    ) throws(DatabaseError) -> Result<LedgerTransaction, StoreFailure> {
        switch decision {
        case .charge(let charge):
            let transaction = try enter(charge, ledger)
            if transaction.productType != .consumable { try ledger.announce(transaction, exceptDevice: device) }
            return .success(transaction)
        case .subscribe(let model, let purchase):
            guard let transaction = try subscribe(purchase, as: model, answering: device, ledger) else {
                return .failure(StoreFailure(.systemError, "\(model.productID) was not charged"))
            }
            return .success(transaction)
        case .existing(let transaction):
            return .success(transaction)
        case .hold(let transaction, let purchase):
            _ = try subscribe(purchase, as: transaction, answering: nil, ledger)
            return .success(transaction)
        case .refuse(let failure):
            return .failure(failure)
        case .cancel, .awaitApproval:
            return .failure(StoreFailure(.systemError, "nothing is to be charged"))
        }
    }

    /// Goes on with a purchase that waits. An offer that the account may no longer have ends it as a decline does.
    ///
    /// - Returns: nil if nothing of this kind waits under this id.
    func charge(attempt id: UInt64, _ kind: Attempt.Kind) throws(StoreFailure) -> LedgerTransaction? {
        let result = try change(.charge(id: id, kind: kind)) {
            ledger throws(DatabaseError) -> Result<LedgerTransaction?, StoreFailure> in
            guard let attempt = try ledger.attempt(id, at: try self.now(ledger)), attempt.kind == kind,
                let product = self.catalogue.product(id: attempt.productID)
            else { return .success(nil) }
            try ledger.removeAttempt(id)
            let (request, word) = (PurchaseRules.Request(attempt, product), ServersWord(attempt))
            let decision = PurchaseRules.decideApproved(request, try self.situation(of: request, word, ledger))
            let result = try self.carryOut(decision, answering: nil, ledger)
            // What the account owns is for all of its devices, a consumable for the one that asked.
            if case .success(let transaction) = result, decision.isToBeAnnounced(transaction) {
                let onlyDevice = product.type == .consumable ? attempt.device : nil
                try ledger.announce(transaction, onlyDevice: onlyDevice)
            }
            return result.map { $0 }
        }
        return try result.get()
    }

    /// A purchase with an offer code, made in the sheet. The game hears of it as of any other that it did not ask for.
    ///
    /// What the code does not allow is said in the sheet and to nobody else.
    func redeem(
        _ product: CatalogueProduct, code: String, account: String, device: String, _ ledger: Ledger
    ) throws(DatabaseError) {
        var request = PurchaseRules.Request(account: account, product: product)
        request.offer = OfferChoice(type: .code, id: code)
        try buyInSheet(request, device: device, ledger)
    }

    /// A purchase that the player makes in a sheet of the App Store.
    ///
    /// - Returns: why nothing was bought, which the sheet says; nil if something was, or if it waits for approval.
    @discardableResult
    func buyInSheet(
        _ request: PurchaseRules.Request, device: String, _ ledger: Ledger
    ) throws(DatabaseError) -> StoreFailure? {
        let situation = try situation(of: request, ServersWord(), ledger)
        let decision = PurchaseRules.decide(request, situation)
        switch decision {
        case .charge, .subscribe, .hold:
            switch try carryOut(decision, answering: nil, ledger) {
            case .failure(let failure): return failure
            case .success(let transaction):
                if transaction.productType == .consumable { try ledger.announce(transaction) }
            }
        case .awaitApproval:
            try enter(.approval, of: request, ServersWord(), device: device, ledger)
        case .refuse(let failure): return failure
        case .existing, .cancel: break
        }
        return nil
    }

    /// A purchase that nobody is asked about and that no order of a test is for.
    func buyUnasked(
        _ request: PurchaseRules.Request, _ ledger: Ledger
    ) throws(DatabaseError) -> Result<LedgerTransaction, StoreFailure> {
        var situation = try situation(of: request, ServersWord(), ledger)
        situation.isAskToBuyEnabled = false
        let result = try carryOut(PurchaseRules.decide(request, situation), answering: nil, ledger)
        if case .success(let transaction) = result, transaction.productType == .consumable {
            try ledger.announce(transaction)
        }
        return result
    }

    private func situation(
        of request: PurchaseRules.Request, _ word: ServersWord, _ ledger: Ledger
    ) throws(DatabaseError) -> PurchaseRules.Situation {
        let storefront = try storefront(ledger)
        var situation = PurchaseRules.Situation(
            now: try now(ledger), storefront: storefront.storefront, currencyCode: storefront.currencyCode,
            conditions: try conditions(ledger))
        situation.isAskToBuyEnabled = try ledger.integer(.isAskToBuyEnabled) == 1
        situation.arePaymentsAllowed = try ledger.integer(.arePaymentsAllowed) != 0
        situation.refusal = word.refusal
        situation.allowsIntroductoryOffer = word.allowsIntroductoryOffer
        situation.advancedCommerceInfo = word.advancedCommerceInfo
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

    private func enter(_ charge: LedgerTransaction, _ ledger: Ledger) throws(DatabaseError) -> LedgerTransaction {
        var transaction = charge
        transaction.id = try ledger.next(.nextTransactionID)
        transaction.originalID = transaction.id
        try ledger.insert(transaction)
        try share(transaction, ledger)
        return transaction
    }

    /// Nil if the store stays where it is.
    private func moveToNextStorefront(_ ledger: Ledger) throws(DatabaseError) -> Storefront? {
        guard let code = try ledger.text(.nextStorefront), let row = StorefrontTable.row(code) else { return nil }
        try ledger.remove(.nextStorefront)
        guard try storefront(ledger).countryCode != row.countryCode else { return nil }
        try ledger.set(.storefront, Value(row.countryCode))
        return row.storefront
    }
}

extension PurchaseRules.Decision {
    fileprivate var isCharge: Bool {
        switch self {
        case .charge, .subscribe: true
        case .refuse, .cancel, .awaitApproval, .existing, .hold: false
        }
    }

    /// Whether nobody has been told of the transaction yet.
    fileprivate func isToBeAnnounced(_ transaction: LedgerTransaction) -> Bool {
        switch self {
        case .existing, .hold: true
        case .charge: transaction.productType == .consumable
        case .subscribe, .refuse, .cancel, .awaitApproval: false
        }
    }
}

extension PurchaseOptions {
    /// The offer that the purchase names, whether it holds or not.
    fileprivate var offer: OfferChoice? {
        if let promotionalOffer { return OfferChoice(type: .promotional, id: promotionalOffer.offerID) }
        return winBackOfferID.map { OfferChoice(type: .winBack, id: $0) }
    }
}

extension PurchaseOrder? {
    /// Whether the device is to hear of the transaction by other ways.
    fileprivate var losesAnswer: Bool {
        if case .lose = self { return true }
        return false
    }

    fileprivate func result(_ result: PurchaseResult) -> PurchaseResult {
        if case .lose(let loss) = self { return .lost(loss, result) }
        return result
    }
}
