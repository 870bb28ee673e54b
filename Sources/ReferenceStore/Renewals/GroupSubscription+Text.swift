internal import IAPModel

/// The text by which the ledger keeps a subscription: one line that begins with the version of its form. Values stand in it by
/// the word or number that signed data has for them.
extension GroupSubscription {
    private static let version = "1"

    package var text: String {
        var writer = StateWriter(version: Self.version)
        writer.write("group", groupID)
        writer.write("originalID", bits: originalTransactionID)
        writer.write("originalDate", originalPurchaseDate)
        writer.write("recentStart", recentStart)
        period.write(to: &writer)
        phase.write(to: &writer)
        if case .off(let reason) = autoRenewal { writer.write("renewalOff", reason.rawValue) }
        next.write(to: &writer)
        if let priceIncrease {
            writer.write("increasedPrice", priceIncrease.priceMilliunits)
            writer.write("isAgreed", priceIncrease.isAgreed ? 1 : 0)
        }
        writer.write("usedIntroductory", hasUsedIntroductoryOffer ? 1 : 0)
        writer.write("raisedPrice", raisedPrice)
        writer.write("commitmentBill", commitmentBill)
        runningOffer?.write(to: &writer, .running)
        cycle.write(to: &writer)
        writer.write("renewalCount", renewalCount)
        writer.write("changeDate", changeDate)
        return writer.text
    }

    /// Nil for a text that is none of a subscription.
    package init?(text: String) {
        do throws(StateReader.Damage) {
            var reader = try StateReader(text, version: Self.version)
            try self.init(&reader)
            guard reader.isAtEnd else { return nil }
        } catch {
            return nil
        }
    }

    private init(_ reader: inout StateReader) throws(StateReader.Damage) {
        groupID = try reader.text("group")
        originalTransactionID = try reader.bits("originalID")
        originalPurchaseDate = try reader.integer("originalDate")
        recentStart = try reader.integer("recentStart")
        period = try PaidPeriod(&reader)
        phase = try Phase(&reader)
        autoRenewal = try reader.optionalInteger("renewalOff").map { .off(.init(rawValue: Int($0))) } ?? .on
        next = try NextRenewal(&reader)
        if let price = try reader.optionalInteger("increasedPrice") {
            priceIncrease = PriceIncrease(priceMilliunits: price, isAgreed: try reader.integer("isAgreed") == 1)
        }
        hasUsedIntroductoryOffer = try reader.integer("usedIntroductory") == 1
        raisedPrice = try reader.optionalInteger("raisedPrice")
        commitmentBill = try reader.optionalInteger("commitmentBill")
        runningOffer = try OfferTerms(&reader, .running)
        cycle = try BillingCycle(&reader)
        renewalCount = try reader.int("renewalCount")
        changeDate = try reader.integer("changeDate")
    }
}

extension PaidPeriod {
    fileprivate func write(to writer: inout StateWriter) {
        writer.write("id", bits: transactionID)
        writer.write("product", productID)
        writer.write("start", start)
        writer.write("end", end)
        writer.write("price", priceMilliunits)
        writer.write("reason", reason.rawValue)
        offer?.write(to: &writer, .paid)
        writer.write("plan", billingPlanType?.rawValue)
        if let commitment {
            writer.write("periodNumber", commitment.periodNumber)
            writer.write("periodCount", commitment.periodCount)
            writer.write("commitmentEnd", commitment.expirationDate)
            writer.write("commitmentPrice", commitment.priceMilliunits)
        }
    }

    fileprivate init(_ reader: inout StateReader) throws(StateReader.Damage) {
        transactionID = try reader.bits("id")
        productID = try reader.text("product")
        start = try reader.integer("start")
        end = try reader.integer("end")
        priceMilliunits = try reader.integer("price")
        guard let reason = LedgerTransaction.Reason(rawValue: try reader.text("reason")) else {
            throw StateReader.Damage()
        }
        self.reason = reason
        offer = try AppliedOffer(&reader, .paid)
        billingPlanType = try reader.optionalText("plan").map(BillingPlanType.init(rawValue:))
        if let number = try reader.optionalInteger("periodNumber") {
            commitment = Transaction.Commitment(
                periodNumber: Int(number), periodCount: try reader.int("periodCount"),
                expirationDate: try reader.integer("commitmentEnd"),
                priceMilliunits: try reader.integer("commitmentPrice"))
        }
    }
}

extension GroupSubscription.Phase {
    fileprivate func write(to writer: inout StateWriter) {
        switch self {
        case .active: return
        case .billingRetry(let retry):
            writer.write("retrySince", retry.since)
            writer.write("retryUntil", retry.until)
            writer.write("retries", retry.attempts)
            writer.write("graceUntil", retry.graceUntil)
        case .expired(let date, let reason):
            writer.write("expired", date)
            writer.write("expirationReason", reason.rawValue)
        case .revoked(let date): writer.write("revoked", date)
        }
    }

    fileprivate init(_ reader: inout StateReader) throws(StateReader.Damage) {
        if let since = try reader.optionalInteger("retrySince") {
            var retry = GroupSubscription.BillingRetry(since: since, until: try reader.integer("retryUntil"))
            retry.attempts = try reader.int("retries")
            retry.graceUntil = try reader.optionalInteger("graceUntil")
            self = .billingRetry(retry)
        } else if let date = try reader.optionalInteger("expired") {
            self = .expired(at: date, RenewalInfo.ExpirationReason(rawValue: try reader.int("expirationReason")))
        } else if let date = try reader.optionalInteger("revoked") {
            self = .revoked(at: date)
        } else {
            self = .active
        }
    }
}

extension GroupSubscription.NextRenewal {
    fileprivate func write(to writer: inout StateWriter) {
        writer.write("nextProduct", productID)
        writer.write("nextPlan", billingPlanType?.rawValue)
        offer?.write(to: &writer, .queued)
        writer.write("nextPrice", priceMilliunits)
    }

    fileprivate init(_ reader: inout StateReader) throws(StateReader.Damage) {
        productID = try reader.optionalText("nextProduct")
        billingPlanType = try reader.optionalText("nextPlan").map(BillingPlanType.init(rawValue:))
        offer = try OfferTerms(&reader, .queued)
        priceMilliunits = try reader.optionalInteger("nextPrice")
    }
}

extension BillingCycle {
    fileprivate func write(to writer: inout StateWriter) {
        writer.write("anchor", anchor)
        writer.write("count", count)
        writer.write("cycle", period.iso8601)
        writer.write("timeRate", timeRate.rawValue)
    }

    fileprivate init(_ reader: inout StateReader) throws(StateReader.Damage) {
        let anchor = try reader.integer("anchor")
        let count = try reader.int("count")
        guard let period = Period(iso8601: try reader.text("cycle")),
            let timeRate = TimeRate(rawValue: try reader.int("timeRate"))
        else { throw StateReader.Damage() }
        self.init(anchor: anchor, count: count, period: period, timeRate: timeRate)
    }
}

// MARK: Offers

/// The names of an offer's fields: three offers may be in one line.
private struct OfferFields {
    var type, id, mode, offerPeriod, billPeriod, price, billsLeft: StaticString

    static let paid = OfferFields(
        type: "offer", id: "offerID", mode: "offerMode", offerPeriod: "offerPeriod", billPeriod: "offerBill",
        price: "offerPrice", billsLeft: "offerBills")
    static let queued = OfferFields(
        type: "queued", id: "queuedID", mode: "queuedMode", offerPeriod: "queuedPeriod", billPeriod: "queuedBill",
        price: "queuedPrice", billsLeft: "queuedBills")
    static let running = OfferFields(
        type: "running", id: "runningID", mode: "runningMode", offerPeriod: "runningPeriod", billPeriod: "runningBill",
        price: "runningPrice", billsLeft: "runningBills")
}

extension AppliedOffer {
    fileprivate func write(to writer: inout StateWriter, _ fields: OfferFields) {
        writer.write(fields.type, type.rawValue)
        writer.write(fields.id, id)
        writer.write(fields.mode, paymentMode?.rawValue)
        writer.write(fields.offerPeriod, period?.iso8601)
    }

    fileprivate init?(_ reader: inout StateReader, _ fields: OfferFields) throws(StateReader.Damage) {
        guard let type = try reader.optionalInteger(fields.type) else { return nil }
        self.init(
            type: OfferType(rawValue: Int(type)), id: try reader.optionalText(fields.id),
            paymentMode: try reader.optionalText(fields.mode).map(PaymentMode.init(rawValue:)))
        guard let text = try reader.optionalText(fields.offerPeriod) else { return }
        guard let period = Period(iso8601: text) else { throw StateReader.Damage() }
        self.period = period
    }
}

extension OfferTerms {
    fileprivate func write(to writer: inout StateWriter, _ fields: OfferFields) {
        offer.write(to: &writer, fields)
        writer.write(fields.billPeriod, period.iso8601)
        writer.write(fields.price, priceMilliunits)
        writer.write(fields.billsLeft, billsLeft)
    }

    fileprivate init?(_ reader: inout StateReader, _ fields: OfferFields) throws(StateReader.Damage) {
        guard let offer = try AppliedOffer(&reader, fields) else { return nil }
        guard let period = Period(iso8601: try reader.text(fields.billPeriod)) else { throw StateReader.Damage() }
        self.offer = offer
        self.period = period
        priceMilliunits = try reader.integer(fields.price)
        billsLeft = try reader.int(fields.billsLeft)
    }
}
