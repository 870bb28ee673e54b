import Foundation
package import IAPModel

/// A product as a `.storekit` file describes it. Its price gets a currency from the storefront.
package struct CatalogueProduct: Sendable, Hashable {
    /// Exactly as in the file, including white space. StoreKit compares identifiers byte by byte.
    package var productID: String
    package var type: ProductType
    /// In thousandths of the storefront's currency unit. The number is the same in every storefront.
    package var priceMilliunits: Int64
    /// False if the price is empty in the file. The price is then 0, and the product is not for sale.
    package var isPriced: Bool = true
    package var isFamilyShareable: Bool = false
    package var internalID: String = ""
    /// A name that only developers see; empty if the file has none.
    package var referenceName: String = ""
    package var localizations: [CatalogueLocalization] = []
    /// Auto-renewable subscriptions have this part; other products do not.
    package var subscription: Subscription?
    /// The product's place in its file, for example `subscriptionGroups[0].subscriptions[2]`.
    package var place: String = ""

    /// The part that only auto-renewable subscriptions have.
    package struct Subscription: Sendable, Hashable {
        package var groupID: String
        /// The rank in the group; 1 is the highest level of service. Several products can have the same level, and levels can
        /// be missing.
        package var level: Int
        package var period: Period
        /// At most one for each billing plan. Files older than version 5.0 have at most one.
        package var introductoryOffers: [CatalogueOffer] = []
        package var promotionalOffers: [CatalogueOffer] = []
        package var codeOffers: [CatalogueOffer] = []
        package var winBackOffers: [CatalogueOffer] = []
        package var billingPlans: [BillingPlan] = []

        /// The introductory offer for a purchase without a billing plan.
        package var introductoryOffer: CatalogueOffer? { introductoryOffers.first }
    }

    /// Returns the name and description for a locale such as `zh_CN`; nil if the file has no texts.
    package func localization(for locale: String) -> CatalogueLocalization? { localizations.best(for: locale) }

    /// Returns the name for a locale such as `zh_CN`; empty if the file has no texts.
    package func displayName(for locale: String) -> String { localization(for: locale)?.displayName ?? "" }

    /// Returns the description for a locale such as `zh_CN`; empty if the file has no texts.
    package func description(for locale: String) -> String { localization(for: locale)?.description ?? "" }
}

extension CatalogueProduct.Subscription {
    /// Returns the plan that a purchase names, or nil if the product does not have it. A product without plans is paid upfront.
    package func billingPlan(_ type: BillingPlanType) -> BillingPlan? {
        billingPlans.first { $0.isEnabled && $0.type == type.rawValue }
    }

    /// The time between two bills of a plan.
    package func billingPeriod(of plan: BillingPlan) -> Period {
        plan.type == BillingPlanType.monthly.rawValue ? Period(value: 1, unit: .month) : period
    }

    /// Returns the introductory offer for a purchase with this billing plan, or without a plan. Offers of files older than
    /// version 5.0 name no plan; they apply to purchases that are paid upfront.
    package func introductoryOffer(for plan: BillingPlanType?) -> CatalogueOffer? {
        introductoryOffers.first { $0.isOf(plan) }
    }

    /// Returns the offers that a purchase with this billing plan, or without a plan, may name.
    func offers(for plan: BillingPlanType?) -> [CatalogueOffer] {
        (promotionalOffers + winBackOffers + codeOffers).filter { $0.isOf(plan) }
    }
}

extension CatalogueOffer {
    fileprivate func isOf(_ plan: BillingPlanType?) -> Bool {
        (billingPlanType ?? BillingPlanType.upFront.rawValue) == (plan ?? .upFront).rawValue
    }
}

/// One way to pay for a subscription: everything upfront, or monthly within a twelve-month commitment (format 5.0).
package struct BillingPlan: Sendable, Hashable {
    /// `BILLED_UPFRONT`, `MONTHLY` or a value of a later version, in the spelling of the App Store Server API.
    package var type: String
    /// The price of each bill, in thousandths of the currency unit.
    package var priceMilliunits: Int64
    /// The price of the whole commitment, in thousandths of the currency unit.
    package var commitmentPriceMilliunits: Int64
    package var internalID: String = ""
    package var isEnabled: Bool = true
}

/// A subscription offer of any kind, as a `.storekit` file describes it.
package struct CatalogueOffer: Sendable, Hashable {
    /// The numbers are those of signed transactions.
    package enum Kind: Int, Sendable, Hashable, CaseIterable {
        case introductory = 1
        case promotional = 2
        case code = 3
        case winBack = 4
    }

    package enum PaymentMode: String, Sendable, Hashable, CaseIterable {
        case free, payUpFront, payAsYouGo
    }

    /// Which accounts may redeem an offer code, depending on their history with the subscription group.
    package enum Eligibility: String, Sendable, Hashable, CaseIterable {
        case new, existing, expired
    }

    package var kind: Kind
    /// The id by which a game or its server names the offer. Only promotional and win-back offers have one. Two products of one
    /// group may have the same.
    package var offerID: String?
    /// The name by which tests choose offer codes. Introductory offers have none.
    package var referenceName: String = ""
    package var internalID: String = ""
    package var paymentMode: PaymentMode
    /// For a free or pay-up-front offer, its whole duration. For a pay-as-you-go offer, one billing period.
    package var period: Period
    /// How many periods the offer lasts. It is always 1, except for pay-as-you-go.
    package var periodCount: Int = 1
    /// The price of one `period`, in thousandths of the currency unit. It is 0 for free offers, even if the file has a price.
    package var priceMilliunits: Int64 = 0
    /// False if a paid offer has an empty price.
    package var isPriced: Bool = true
    /// Only for offer codes.
    package var eligibility: Set<Eligibility> = []
    /// Only for offer codes. True: the code can be redeemed in addition to the introductory offer. False: the code replaces it.
    package var isStackable: Bool = false
    /// Only for win-back offers. True: a customer can redeem the offer as soon as the subscription has expired.
    package var isEligible: Bool = false
    /// `BILLED_UPFRONT`, `MONTHLY` or a value of a later version; nil in files older than 5.0.
    package var billingPlanType: String?
}

/// The name and the description in one language.
package struct CatalogueLocalization: Sendable, Hashable {
    /// In Xcode's spelling: language, optional script and optional region, joined by `_`. Examples: `zh_Hans`, `es_MX`.
    package var locale: String
    package var displayName: String
    package var description: String = ""
}

extension [CatalogueLocalization] {
    /// Returns the best entry for a locale. The order is: the same locale, the same language and script, the same language,
    /// `en_US`, the first entry.
    ///
    /// Apple does not document the order. If a locale has no script, the region gives it (CLDR's likely subtags): `zh_CN` is
    /// `zh_Hans` and `zh_HK` is `zh_Hant`.
    package func best(for locale: String) -> CatalogueLocalization? {
        let wanted = LocaleName(locale)
        if let exact = first(where: { LocaleName($0.locale) == wanted }) { return exact }
        guard count > 1 else { return first }

        let language = wanted.language
        let candidates = language.map { language in filter { LocaleName($0.locale).language?.code == language.code } }
        return candidates?.first { LocaleName($0.locale).language?.script == language?.script }
            ?? candidates?.first
            ?? first { LocaleName($0.locale) == LocaleName("en_US") }
            ?? first
    }
}

/// A locale identifier in any spelling: `zh_Hant_HK`, `zh-hant-hk`.
private struct LocaleName: Equatable {
    private let text: String

    init(_ identifier: String) { text = identifier.replacingOccurrences(of: "-", with: "_").lowercased() }

    /// nil if the text names no language.
    var language: (code: String, script: String?)? {
        let language = Locale.Language(identifier: text)
        guard let code = language.languageCode?.identifier, !code.isEmpty else { return nil }
        return (code, language.script?.identifier)
    }
}
