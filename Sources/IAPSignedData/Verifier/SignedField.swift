/// The fields that Apple documents for signed data, named as in the JSON.
package enum SignedField: String, Sendable, Hashable, CaseIterable {
    case transactionId, originalTransactionId, webOrderLineItemId, bundleId, productId, subscriptionGroupIdentifier
    case purchaseDate, originalPurchaseDate, expiresDate, signedDate, revocationDate, quantity, type, appAccountToken
    case inAppOwnershipType, revocationReason, revocationType, revocationPercentage, isUpgraded, offerType
    case offerIdentifier, offerDiscountType, offerPeriod, environment, storefront, storefrontId, transactionReason,
        price
    case currency, appTransactionId, billingPlanType, commitmentInfo, advancedCommerceInfo
    case previousOriginalTransactionId, deviceVerification, deviceVerificationNonce
    case multiSeatInfo, additionalTransactionReason

    case billingPeriodNumber, totalBillingPeriods, commitmentExpiresDate, commitmentPrice

    case expirationIntent, autoRenewProductId, autoRenewStatus, isInBillingRetryPeriod, priceIncreaseStatus
    case gracePeriodExpiresDate, recentSubscriptionStartDate, renewalDate, renewalPrice, eligibleWinBackOfferIds
    case renewalBillingPlanType

    case invitationManagement, priceTiers, revokedSeatQuantity, renewalPriceTiers, renewalQuantity

    case commitmentAutoRenewProductId, commitmentAutoRenewStatus, commitmentRenewalBillingPlanType
    case commitmentRenewalDate, commitmentRenewalPrice

    case receiptType, appAppleId, applicationVersion, versionExternalIdentifier, receiptCreationDate
    case originalApplicationVersion, preorderDate, originalPlatform

    case notificationType, subtype, notificationUUID, version, data, summary, externalPurchaseToken, appData
    case bundleVersion, signedTransactionInfo, signedRenewalInfo, status, consumptionRequestReason
    case requestIdentifier, storefrontCountryCodes, succeededCount, failedCount
    case externalPurchaseId, tokenCreationDate, signedAppTransactionInfo
    case unclaimInfo, unclaimSeatIds
}

extension SignedField {
    /// The JSON type that Apple documents.
    enum ValueType: Sendable, Hashable {
        case text, flag
        case int32, int64
        /// Milliseconds since 1970. Xcode signs parts of a millisecond.
        case date
        case texts, object, objects
    }

    var valueType: ValueType {
        switch self {
        case .transactionId, .originalTransactionId, .webOrderLineItemId, .bundleId, .productId,
            .subscriptionGroupIdentifier, .type, .appAccountToken, .inAppOwnershipType, .revocationType,
            .offerIdentifier, .offerDiscountType, .offerPeriod, .environment, .storefront, .storefrontId,
            .transactionReason, .currency, .appTransactionId, .billingPlanType, .previousOriginalTransactionId,
            .deviceVerification, .deviceVerificationNonce, .autoRenewProductId, .renewalBillingPlanType,
            .commitmentAutoRenewProductId, .commitmentRenewalBillingPlanType, .receiptType, .applicationVersion,
            .originalApplicationVersion, .originalPlatform, .notificationType, .subtype, .notificationUUID, .version,
            .bundleVersion, .signedTransactionInfo, .signedRenewalInfo, .consumptionRequestReason, .requestIdentifier,
            .externalPurchaseId, .signedAppTransactionInfo, .additionalTransactionReason, .invitationManagement:
            .text
        case .isUpgraded, .isInBillingRetryPeriod:
            .flag
        case .quantity, .revocationReason, .revocationPercentage, .offerType, .billingPeriodNumber,
            .totalBillingPeriods, .expirationIntent, .autoRenewStatus, .priceIncreaseStatus,
            .commitmentAutoRenewStatus, .status, .revokedSeatQuantity, .renewalQuantity:
            .int32
        case .price, .commitmentPrice, .renewalPrice, .commitmentRenewalPrice, .appAppleId,
            .versionExternalIdentifier, .succeededCount, .failedCount:
            .int64
        case .purchaseDate, .originalPurchaseDate, .expiresDate, .signedDate, .revocationDate, .commitmentExpiresDate,
            .gracePeriodExpiresDate, .recentSubscriptionStartDate, .renewalDate, .commitmentRenewalDate,
            .receiptCreationDate, .preorderDate, .tokenCreationDate:
            .date
        case .eligibleWinBackOfferIds, .storefrontCountryCodes, .unclaimSeatIds:
            .texts
        case .commitmentInfo, .advancedCommerceInfo, .multiSeatInfo, .data, .summary, .externalPurchaseToken, .appData,
            .unclaimInfo:
            .object
        case .priceTiers, .renewalPriceTiers:
            .objects
        }
    }
}
