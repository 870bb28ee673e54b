internal import IAPJSON
internal import IAPSignedText

/// An object of a payload whose fields Apple documents. The same name may have another meaning in another object.
enum SignedPlace: Int, Sendable, Hashable, CaseIterable {
    case transaction, renewalInfo, appTransaction, notification
    case transactionCommitment, renewalCommitment
    case transactionSeats, renewalSeats, priceTier
    case data, summary, externalPurchaseToken, appData, unclaimInfo

    init(_ kind: SignedKind) {
        switch kind {
        case .transaction: self = .transaction
        case .renewalInfo: self = .renewalInfo
        case .appTransaction: self = .appTransaction
        case .notification: self = .notification
        }
    }

    /// The object under a field of this one, or each object of a list. Nil if Apple documents nothing about its
    /// content.
    func place(under field: SignedField) -> SignedPlace? {
        switch (self, field) {
        case (.transaction, .commitmentInfo): .transactionCommitment
        case (.renewalInfo, .commitmentInfo): .renewalCommitment
        case (.transaction, .multiSeatInfo): .transactionSeats
        case (.renewalInfo, .multiSeatInfo): .renewalSeats
        case (.transactionSeats, .priceTiers), (.renewalSeats, .renewalPriceTiers): .priceTier
        case (.notification, .data): .data
        case (.notification, .summary): .summary
        case (.notification, .externalPurchaseToken): .externalPurchaseToken
        case (.notification, .appData): .appData
        case (.notification, .unclaimInfo): .unclaimInfo
        default: nil
        }
    }

    var fields: [SignedField] {
        switch self {
        case .transaction:
            [
                .transactionId, .originalTransactionId, .webOrderLineItemId, .bundleId, .productId,
                .subscriptionGroupIdentifier, .purchaseDate, .originalPurchaseDate, .expiresDate, .signedDate,
                .revocationDate, .quantity, .type, .appAccountToken, .inAppOwnershipType, .revocationReason,
                .revocationType, .revocationPercentage, .isUpgraded, .offerType, .offerIdentifier, .offerDiscountType,
                .offerPeriod, .environment, .storefront, .storefrontId, .transactionReason, .price, .currency,
                .appTransactionId, .billingPlanType, .commitmentInfo, .advancedCommerceInfo,
                .previousOriginalTransactionId, .multiSeatInfo, .additionalTransactionReason, .deviceVerification,
                .deviceVerificationNonce, .receiptCreationDate,
            ]
        case .renewalInfo:
            [
                .expirationIntent, .originalTransactionId, .autoRenewProductId, .productId, .autoRenewStatus,
                .isInBillingRetryPeriod, .priceIncreaseStatus, .gracePeriodExpiresDate, .offerType, .offerIdentifier,
                .signedDate, .environment, .recentSubscriptionStartDate, .renewalDate, .currency, .renewalPrice,
                .offerDiscountType, .eligibleWinBackOfferIds, .appAccountToken, .appTransactionId, .offerPeriod,
                .renewalBillingPlanType, .commitmentInfo, .advancedCommerceInfo, .multiSeatInfo, .renewalQuantity,
                .deviceVerification, .deviceVerificationNonce, .receiptCreationDate,
            ]
        case .appTransaction:
            [
                .receiptType, .appAppleId, .bundleId, .applicationVersion, .versionExternalIdentifier,
                .receiptCreationDate, .originalPurchaseDate, .originalApplicationVersion, .deviceVerification,
                .deviceVerificationNonce, .preorderDate, .appTransactionId, .originalPlatform, .signedDate,
            ]
        case .notification:
            [
                .notificationType, .subtype, .notificationUUID, .version, .signedDate, .data, .summary,
                .externalPurchaseToken, .appData, .unclaimInfo, .receiptCreationDate,
            ]
        case .transactionCommitment:
            [.billingPeriodNumber, .totalBillingPeriods, .commitmentExpiresDate, .commitmentPrice]
        case .renewalCommitment:
            [
                .commitmentAutoRenewProductId, .commitmentAutoRenewStatus, .commitmentRenewalBillingPlanType,
                .commitmentRenewalDate, .commitmentRenewalPrice,
            ]
        case .transactionSeats:
            [.invitationManagement, .priceTiers, .revokedSeatQuantity]
        case .renewalSeats:
            [.renewalPriceTiers]
        case .priceTier:
            [.price, .quantity]
        case .data:
            [
                .environment, .appAppleId, .bundleId, .bundleVersion, .signedTransactionInfo, .signedRenewalInfo,
                .status, .consumptionRequestReason,
            ]
        case .summary:
            [
                .environment, .appAppleId, .bundleId, .productId, .requestIdentifier, .storefrontCountryCodes,
                .succeededCount, .failedCount,
            ]
        case .externalPurchaseToken:
            [.externalPurchaseId, .tokenCreationDate, .appAppleId, .bundleId]
        case .appData:
            [.appAppleId, .bundleId, .environment, .signedAppTransactionInfo]
        case .unclaimInfo:
            [.appAppleId, .bundleId, .environment, .unclaimSeatIds]
        }
    }
}

extension SignedPlace {
    /// By place and length of the name, which few fields share.
    private static let tables: [[[(name: String, field: SignedField)]]] = allCases.map { place in
        let names = place.fields.map { (name: $0.rawValue, field: $0) }
        let longest = names.map(\.name.utf8.count).max() ?? 0
        return (0...longest).map { length in names.filter { $0.name.utf8.count == length } }
    }

    /// Nil for a name that Apple does not document for this place.
    func field(named name: String) -> SignedField? {
        let (table, length) = (Self.tables[rawValue], name.utf8.count)
        guard length < table.count else { return nil }
        // No other text of the same length is equal to an ASCII text.
        return table[length].first { $0.name == name }?.field
    }

    /// Throws unless each documented field of the object has its type.
    func check(_ object: JSONObject) throws(Rejection) {
        for member in object.members {
            guard let field = field(named: member.name) else { continue }
            try field.check(member.value)
            guard let place = place(under: field) else { continue }
            for inner in member.value.objects { try place.check(inner) }
        }
    }
}

extension JSONValue {
    /// The object itself, or the objects of a list.
    var objects: [JSONObject] {
        switch self {
        case .object(let object): [object]
        case .list(let elements):
            elements.compactMap { element in
                guard case .object(let object) = element else { return nil }
                return object
            }
        default: []
        }
    }
}
