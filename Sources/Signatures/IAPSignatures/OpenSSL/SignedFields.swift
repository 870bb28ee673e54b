internal import IAPJSON
internal import IAPPlatform

/// The kinds of data that the App Store signs as JWS. A text does not name its kind. The numbers are those of the C
/// header's `IAP_SIGNED_…`.
package enum SignedKind: Int32, Sendable, Hashable, CaseIterable {
    case transaction = 1
    case renewalInfo = 2
    case appTransaction = 3
    case notification = 4
}

/// The fields that Apple documents for signed data, named as in the JSON. A new field is a case here and a row below.
package enum SignedField: String, Sendable, Hashable, CaseIterable {
    case transactionId, originalTransactionId, webOrderLineItemId, bundleId, productId, subscriptionGroupIdentifier
    case purchaseDate, originalPurchaseDate, expiresDate, signedDate, revocationDate, quantity, type, appAccountToken
    case inAppOwnershipType, revocationReason, revocationType, revocationPercentage, isUpgraded, offerType
    case offerIdentifier, offerDiscountType, offerPeriod, environment, storefront, storefrontId, transactionReason,
        price
    case currency, appTransactionId, billingPlanType, commitmentInfo, advancedCommerceInfo
    case previousOriginalTransactionId, deviceVerification, deviceVerificationNonce
    case multiSeatInfo, additionalTransactionReason
    case bundleProductId, bundleSubscriptionGroupIdentifier, bundleOriginalTransactionId

    case billingPeriodNumber, totalBillingPeriods, commitmentExpiresDate, commitmentPrice

    case expirationIntent, autoRenewProductId, autoRenewStatus, isInBillingRetryPeriod, priceIncreaseStatus
    case gracePeriodExpiresDate, recentSubscriptionStartDate, renewalDate, renewalPrice, eligibleWinBackOfferIds
    case renewalBillingPlanType, isPendingUnbundle

    case invitationManagement, priceTiers, revokedSeatQuantity, renewalPriceTiers, renewalQuantity

    case commitmentAutoRenewProductId, commitmentAutoRenewStatus, commitmentRenewalBillingPlanType
    case commitmentRenewalDate, commitmentRenewalPrice

    case receiptType, appAppleId, applicationVersion, versionExternalIdentifier, receiptCreationDate
    case originalApplicationVersion, preorderDate, originalPlatform, storeType, appRevocationDate

    case notificationType, subtype, notificationUUID, version, data, summary, externalPurchaseToken, appData
    case bundleVersion, signedTransactionInfo, signedRenewalInfo, status, consumptionRequestReason
    case requestIdentifier, storefrontCountryCodes, succeededCount, failedCount
    case externalPurchaseId, tokenCreationDate, signedAppTransactionInfo
    case unclaimInfo, unclaimSeatIds
}

extension SignedField {
    /// The JSON type that Apple documents.
    package enum ValueType: Sendable, Hashable {
        case text, flag
        case int32, int64
        /// An id in a text, as Apple signs the ids of transactions. The text need not be a number.
        case id
        /// An id in a number.
        case numericID
        /// Milliseconds since 1970. Xcode signs parts of a millisecond.
        case date
        case texts, object, objects
    }

    private struct Row {
        let number: Int32?
        let type: ValueType
        let places: SignedPlaces

        init(_ number: Int32?, _ type: ValueType, _ places: SignedPlaces) {
            self.number = number
            self.type = type
            self.places = places
        }
    }

    /// The number of the field in the C header (`iap_signed_field_t`), its type, and the objects that have it. Two fields
    /// have the same number if they are one for the caller. The first of them that the data has is then the value.
    private var row: Row {
        switch self {
        case .transactionId: Row(201, .id, .transaction)
        case .originalTransactionId: Row(105, .id, [.transaction, .renewalInfo])
        case .webOrderLineItemId: Row(202, .text, .transaction)
        case .bundleId:
            Row(
                102, .text,
                [.transaction, .appTransaction, .data, .summary, .externalPurchaseToken, .appData, .unclaimInfo])
        case .productId: Row(106, .text, [.transaction, .renewalInfo, .summary])
        case .subscriptionGroupIdentifier: Row(203, .text, .transaction)
        case .purchaseDate: Row(206, .date, .transaction)
        case .originalPurchaseDate: Row(109, .date, [.transaction, .appTransaction])
        case .expiresDate: Row(207, .date, .transaction)
        case .signedDate: Row(104, .date, [.transaction, .renewalInfo, .appTransaction, .notification])
        case .revocationDate: Row(208, .date, .transaction)
        case .quantity: Row(205, .int32, [.transaction, .priceTier])
        case .type: Row(204, .text, .transaction)
        case .appAccountToken: Row(107, .text, [.transaction, .renewalInfo])
        case .inAppOwnershipType: Row(213, .text, .transaction)
        case .revocationReason: Row(209, .int32, .transaction)
        case .revocationType: Row(210, .text, .transaction)
        case .revocationPercentage: Row(211, .int32, .transaction)
        case .isUpgraded: Row(212, .flag, .transaction)
        case .offerType: Row(110, .int32, [.transaction, .renewalInfo])
        case .offerIdentifier: Row(111, .text, [.transaction, .renewalInfo])
        case .offerDiscountType: Row(112, .text, [.transaction, .renewalInfo])
        case .offerPeriod: Row(113, .text, [.transaction, .renewalInfo])
        case .environment: Row(101, .text, [.transaction, .renewalInfo, .data, .summary, .appData, .unclaimInfo])
        case .storefront: Row(215, .text, .transaction)
        case .storefrontId: Row(216, .text, .transaction)
        case .transactionReason: Row(214, .text, .transaction)
        case .price: Row(217, .int64, [.transaction, .priceTier])
        case .currency: Row(114, .text, [.transaction, .renewalInfo])
        case .appTransactionId: Row(108, .text, [.transaction, .renewalInfo, .appTransaction])
        case .billingPlanType: Row(115, .text, .transaction)
        case .commitmentInfo: Row(nil, .object, [.transaction, .renewalInfo])
        case .advancedCommerceInfo: Row(116, .object, [.transaction, .renewalInfo])
        case .previousOriginalTransactionId: Row(222, .id, .transaction)
        case .deviceVerification: Row(117, .text, [.transaction, .renewalInfo, .appTransaction])
        case .deviceVerificationNonce: Row(118, .text, [.transaction, .renewalInfo, .appTransaction])
        case .multiSeatInfo: Row(nil, .object, [.transaction, .renewalInfo])
        case .additionalTransactionReason: Row(225, .text, .transaction)
        case .bundleProductId: Row(226, .text, .transaction)
        case .bundleSubscriptionGroupIdentifier: Row(227, .text, .transaction)
        case .bundleOriginalTransactionId: Row(228, .id, .transaction)
        case .billingPeriodNumber: Row(218, .int32, .transactionCommitment)
        case .totalBillingPeriods: Row(219, .int32, .transactionCommitment)
        case .commitmentExpiresDate: Row(220, .date, .transactionCommitment)
        case .commitmentPrice: Row(221, .int64, .transactionCommitment)
        case .expirationIntent: Row(303, .int32, .renewalInfo)
        case .autoRenewProductId: Row(302, .text, .renewalInfo)
        case .autoRenewStatus: Row(301, .int32, .renewalInfo)
        case .isInBillingRetryPeriod: Row(305, .flag, .renewalInfo)
        case .priceIncreaseStatus: Row(304, .int32, .renewalInfo)
        case .gracePeriodExpiresDate: Row(306, .date, .renewalInfo)
        case .recentSubscriptionStartDate: Row(307, .date, .renewalInfo)
        case .renewalDate: Row(308, .date, .renewalInfo)
        case .renewalPrice: Row(309, .int64, .renewalInfo)
        case .eligibleWinBackOfferIds: Row(311, .texts, .renewalInfo)
        case .renewalBillingPlanType: Row(115, .text, .renewalInfo)
        case .isPendingUnbundle: Row(317, .flag, .renewalInfo)
        case .invitationManagement: Row(223, .text, .transactionSeats)
        case .priceTiers: Row(nil, .objects, .transactionSeats)
        case .revokedSeatQuantity: Row(224, .int32, .transactionSeats)
        case .renewalPriceTiers: Row(nil, .objects, .renewalSeats)
        case .renewalQuantity: Row(310, .int32, .renewalInfo)
        case .commitmentAutoRenewProductId: Row(312, .text, .renewalCommitment)
        case .commitmentAutoRenewStatus: Row(313, .int32, .renewalCommitment)
        case .commitmentRenewalBillingPlanType: Row(314, .text, .renewalCommitment)
        case .commitmentRenewalDate: Row(315, .date, .renewalCommitment)
        case .commitmentRenewalPrice: Row(316, .int64, .renewalCommitment)
        case .receiptType: Row(101, .text, .appTransaction)
        case .appAppleId:
            Row(103, .numericID, [.appTransaction, .data, .summary, .externalPurchaseToken, .appData, .unclaimInfo])
        case .applicationVersion: Row(401, .text, .appTransaction)
        case .versionExternalIdentifier: Row(402, .numericID, .appTransaction)
        case .receiptCreationDate: Row(104, .date, [.transaction, .renewalInfo, .appTransaction, .notification])
        case .originalApplicationVersion: Row(403, .text, .appTransaction)
        case .preorderDate: Row(405, .date, .appTransaction)
        case .originalPlatform: Row(404, .text, .appTransaction)
        case .storeType: Row(406, .text, .appTransaction)
        case .appRevocationDate: Row(407, .date, .appTransaction)
        case .notificationType: Row(501, .text, .notification)
        case .subtype: Row(502, .text, .notification)
        case .notificationUUID: Row(503, .text, .notification)
        case .version: Row(504, .text, .notification)
        case .data: Row(nil, .object, .notification)
        case .summary: Row(nil, .object, .notification)
        case .externalPurchaseToken: Row(nil, .object, .notification)
        case .appData: Row(nil, .object, .notification)
        case .bundleVersion: Row(508, .text, .data)
        case .signedTransactionInfo: Row(505, .text, .data)
        case .signedRenewalInfo: Row(506, .text, .data)
        case .status: Row(509, .int32, .data)
        case .consumptionRequestReason: Row(510, .text, .data)
        case .requestIdentifier: Row(511, .text, .summary)
        case .storefrontCountryCodes: Row(512, .texts, .summary)
        case .succeededCount: Row(513, .int64, .summary)
        case .failedCount: Row(514, .int64, .summary)
        case .externalPurchaseId: Row(515, .text, .externalPurchaseToken)
        case .tokenCreationDate: Row(516, .date, .externalPurchaseToken)
        case .signedAppTransactionInfo: Row(507, .text, .appData)
        case .unclaimInfo: Row(nil, .object, .notification)
        case .unclaimSeatIds: Row(517, .texts, .unclaimInfo)
        }
    }

    package var valueType: ValueType { row.type }

    var places: SignedPlaces { row.places }

    private static let byNumber = Dictionary(
        grouping: allCases.filter { $0.row.number != nil }, by: { $0.row.number ?? 0 })

    /// The fields with this number in the C header.
    static func fields(numbered number: Int32) -> [SignedField] { byNumber[number] ?? [] }
}

extension SignedField {
    /// Throws unless the value has the type that Apple documents, or is null.
    func check(_ value: JSONValue) throws(Rejection) {
        switch (value, valueType) {
        case (.null, _), (.flag, .flag), (.object, .object): return
        case (.text(let text), .text), (.text(let text), .id):
            guard !text.hasNUL else { throw wrongType("a text that contains a NUL") }
        case (.list(let elements), .texts):
            for element in elements {
                guard case .text = element else { throw wrongType("a list with values other than texts") }
            }
        case (.list(let elements), .objects):
            for element in elements {
                guard case .object = element else { throw wrongType("a list with values other than objects") }
            }
        case (.number(let number), .int32), (.number(let number), .int64), (.number(let number), .numericID),
            (.number(let number), .date):
            try check(number)
        default: throw wrongType(value.kindName)
        }
    }

    private func check(_ number: JSONNumber) throws(Rejection) {
        let whole = whole(number)
        guard whole == nil || valueType == .int32 && Int32(exactly: whole ?? 0) == nil else { return }
        guard number.double.rounded() == number.double else { throw wrongType("the fraction \(number.digits)") }
        throw Rejection(.numberOutOfRange, "the field \(self) is \(number.digits), which is too large")
    }

    /// The value of the field. Xcode signs dates with parts of a millisecond, which are cut off.
    func whole(_ number: JSONNumber) -> Int64? {
        valueType == .date ? number.wholeNumber(.down) : number.wholeNumber(nil)
    }

    private func wrongType(_ what: String) -> Rejection {
        Rejection(.wrongType, "the field \(self) is \(what), which Apple does not document")
    }
}

/// Objects of a payload whose fields Apple documents. The same name may have another meaning in another object.
struct SignedPlaces: OptionSet, Sendable, Hashable {
    let rawValue: Int

    // The first four are the kinds.
    static let transaction = Self(rawValue: 1 << 0)
    static let renewalInfo = Self(rawValue: 1 << 1)
    static let appTransaction = Self(rawValue: 1 << 2)
    static let notification = Self(rawValue: 1 << 3)
    static let transactionCommitment = Self(rawValue: 1 << 4)
    static let renewalCommitment = Self(rawValue: 1 << 5)
    static let transactionSeats = Self(rawValue: 1 << 6)
    static let renewalSeats = Self(rawValue: 1 << 7)
    static let priceTier = Self(rawValue: 1 << 8)
    static let data = Self(rawValue: 1 << 9)
    static let summary = Self(rawValue: 1 << 10)
    static let externalPurchaseToken = Self(rawValue: 1 << 11)
    static let appData = Self(rawValue: 1 << 12)
    static let unclaimInfo = Self(rawValue: 1 << 13)

    /// The payload itself.
    init(_ kind: SignedKind) {
        rawValue = 1 << (Int(kind.rawValue) - 1)
    }

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The object under a field of this one, or each object of a list. Nil if Apple documents nothing about its
    /// content.
    func place(under field: SignedField) -> SignedPlaces? {
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
}

extension SignedPlaces {
    /// Nil for a name that Apple does not document for this place.
    func field(named name: String) -> SignedField? {
        SignedField(rawValue: name).flatMap { $0.places.contains(self) ? $0 : nil }
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
