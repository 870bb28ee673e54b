internal import IAPDatabase
internal import IAPModel

/// The result of a purchase for the device that requested it.
package enum PurchaseResult: Sendable {
    case purchased(LedgerTransaction)
    case cancelled
    case pending
    /// The device does not receive this response.
    indirect case lost(AnswerLoss, PurchaseResult)
}

extension ReferenceStore {
    /// The state of a purchase in progress.
    enum Step {
        case ended(Result<PurchaseResult, StoreFailure>)
        case charged(PurchaseResult)
        /// The storefront changed; the game decides whether the purchase continues.
        case moved(Storefront)
    }

    /// Buys in one transaction of the ledger: it reads, decides and writes. Only a move of the store to another country needs
    /// two transactions, because the game decides in between.
    func purchase(
        _ productID: String, _ options: PurchaseOptions, by buyer: DeviceAddress
    ) throws(StoreFailure) -> PurchaseResult {
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
    ) throws(StoreFailure) -> (step: Step, authorization: ServerAuthorization) {
        let request = try request(productID, options, account: buyer.account)
        let asked = DeviceRequest.purchase(productID: productID, options: options)
        return try change(.request(buyer, asked)) {
            ledger throws(DatabaseError) -> (Step, ServerAuthorization) in
            if let kind = try ledger.simulatedError(.purchase) {
                let failure = StoreFailure(kind, "a test makes purchases fail")
                return (
                    .ended(.failure(try self.list(failure, of: request, device: buyer.name, ledger))),
                    ServerAuthorization()
                )
            }
            let authorization = try self.serverAuthorization(options, request, ledger)
            return (try self.step(request, authorization, device: buyer.name, canMove: true, ledger), authorization)
        }
    }

    /// Continues a purchase after a change of the storefront.
    func goOn(
        _ productID: String, _ options: PurchaseOptions, _ authorization: ServerAuthorization, by buyer: DeviceAddress
    ) throws(StoreFailure) -> PurchaseResult {
        let request = try request(productID, options, account: buyer.account)
        let asked = DeviceRequest.goOn(productID: productID, options: options, authorization: authorization)
        let step = try change(.request(buyer, asked)) {
            ledger throws(DatabaseError) -> Step in
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
    ) throws(StoreFailure) -> StoreFailure {
        let request = try request(productID, options, account: buyer.account)
        let failure = StoreFailure(
            .notAvailableInStorefront, "the storefront changed to \(storefront.countryCode), and the game refused it")
        let asked = DeviceRequest.refuseStorefront(
            productID: productID, options: options, authorization: authorization, countryCode: storefront.countryCode)
        return try change(.request(buyer, asked)) { ledger throws(DatabaseError) in
            try self.list(failure, of: request, authorization, device: buyer.name, ledger)
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
        _ request: PurchaseRules.Request, _ authorization: ServerAuthorization, device: String, canMove: Bool,
        _ ledger: Ledger
    ) throws(DatabaseError) -> Step {
        var situation = try situation(of: request, authorization, ledger)
        try addHabits(to: &situation, of: request, ledger)
        situation.order = try ledger.nextOrder()
        let usesOrder = PurchaseRules.usesOrder(request, situation)
        let order = usesOrder ? situation.order : nil
        let decision = PurchaseRules.decide(request, situation)
        if let end = try hindrance(to: decision, of: request, authorization, device: device, ledger) {
            if usesOrder { try ledger.removeNextOrder() }
            return .ended(end)
        }
        if canMove, decision.isCharge {
            try takeOnNextLocale(ledger)
            if let storefront = try moveToNextStorefront(ledger) { return .moved(storefront) }
        }
        if usesOrder { try ledger.removeNextOrder() }
        switch decision {
        case .refuse(let failure):
            return .ended(.failure(try list(failure, of: request, authorization, device: device, ledger)))
        case .cancel:
            let isCharged = try chargesCancelled(request, situation, device: device, ledger)
            return isCharged ? .charged(.cancelled) : .ended(.success(.cancelled))
        case .awaitApproval:
            try enter(.approval, of: request, authorization, device: device, ledger)
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
                try ledger.announceOwn(transaction, to: device)
                let previous = try previousPurchase(before: transaction, ledger)
                if order.losesAnswer || previous != nil { try ledger.announce(transaction, onlyDevice: device) }
                return .charged(order.result(.purchased(previous ?? transaction)))
            }
        }
    }

    /// Returns nil if the store does not move.
    private func moveToNextStorefront(_ ledger: Ledger) throws(DatabaseError) -> Storefront? {
        guard let code = try ledger.text(.nextStorefront), let row = StorefrontTable.row(code) else { return nil }
        try ledger.remove(.nextStorefront)
        guard try storefront(ledger).countryCode != row.countryCode else { return nil }
        try ledger.set(.storefront, Value(row.countryCode))
        return row.storefront
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
    fileprivate var losesAnswer: Bool {
        if case .lose = self { return true }
        return false
    }

    fileprivate func result(_ result: PurchaseResult) -> PurchaseResult {
        if case .lose(let loss) = self { return .lost(loss, result) }
        return result
    }
}
