/// The features that not every system has. The numbers are those of the C header's `IAP_FEATURE_…`.
public enum Feature: Int32, Sendable, Hashable, CaseIterable {
    case winBackOffers = 1
    case allStatuses = 2
    case purchaseIntents = 3
    case messages = 4
    case refundRequest = 5
    case manageSubscriptions = 6
    case offerCodeRedemption = 7
    case reviewRequest = 8
    case appTransaction = 9
    case appReceipt = 10
    case promotions = 11
    case externalPurchase = 12
    case externalPurchaseLink = 13
    case externalPurchaseCustomLink = 14
    case externalLinkAccount = 15
    case paymentMethodBinding = 16
    case advancedCommerce = 17
    case billingPlans = 18
    case multiSeat = 19
}
