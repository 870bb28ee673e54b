internal import Foundation
internal import IAPModel

extension SubscriptionStatus {
    init(_ status: StoreKitSubscriptionStatus) {
        let transaction = Transaction(status.transaction)
        self.init(
            state: State(rawValue: status.state.rawValue), groupID: transaction.subscriptionGroupID ?? "",
            transaction: transaction, renewalInfo: RenewalInfo(status.renewalInfo))
    }
}

extension RenewalInfo {
    init(_ result: StoreKitVerificationResult<StoreKitSubscriptionInfo.RenewalInfo>) {
        let info = result.unsafePayloadValue
        let json = info.jsonRepresentation
        let fields = SignedFields(json: json)
        self.init(
            originalTransactionID: info.originalTransactionID, productID: info.currentProductID,
            willAutoRenew: info.willAutoRenew, autoRenewProductID: info.autoRenewPreference)
        verification = Verification(result)
        expirationReason = (info.expirationReason?.rawValue).map(ExpirationReason.init(rawValue:))
        priceIncrease =
            switch info.priceIncreaseStatus {
            case .noIncreasePending: .none
            case .pending: .pending
            case .agreed: .agreed
            }
        isInBillingRetry = info.isInBillingRetry
        gracePeriodExpirationDate = info.gracePeriodExpirationDate?.milliseconds
        offer = fields.offer
        environment = fields.environment ?? ""
        recentSubscriptionStartDate = fields.recentSubscriptionStartDate
        renewalDate = fields.renewalDate
        renewalPrice = fields.renewalPrice.map { Money(milliunits: $0, currencyCode: fields.currency ?? "") }
        eligibleWinBackOfferIDs = fields.eligibleWinBackOfferIDs ?? []
        appAccountToken = fields.appAccountToken
        appTransactionID = fields.appTransactionID
        billingPlanType = fields.renewalBillingPlanType.map(BillingPlanType.init(rawValue:))
        signedDate = info.signedDate.milliseconds
        signedText = result.jwsRepresentation
        self.json = String(decoding: json, as: UTF8.self)
    }
}
