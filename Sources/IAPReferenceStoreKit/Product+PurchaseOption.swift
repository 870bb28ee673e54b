public import Foundation
internal import IAPModel
internal import IAPReferenceStore

extension Product {
    /// An option of a purchase.
    public struct PurchaseOption: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case appAccountToken(UUID)
            case quantity(Int)
            case simulatesAskToBuyInSandbox(Bool)
            case onStorefrontChange(StorefrontDecision)
            case signedPromotionalOffer(id: String, SubscriptionOffer.Signature)
            case promotionalOffer(id: String, compactJWS: String)
            case introductoryOfferEligibility(compactJWS: String)
            case winBackOffer(SubscriptionOffer)
            case billingPlanType(SubscriptionInfo.BillingPlanType)
            case seats(Int)
            case multiSeatInvitationSheetSuppressed(Bool)
            case customText(key: String, String)
            case customNumber(key: String, Double)
            case customFlag(key: String, Bool)
            case customData(key: String, Data)
        }

        let kind: Kind

        public static func appAccountToken(_ token: UUID) -> PurchaseOption { Self(kind: .appAccountToken(token)) }

        public static func quantity(_ quantity: Int) -> PurchaseOption { Self(kind: .quantity(quantity)) }

        public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> PurchaseOption {
            Self(kind: .simulatesAskToBuyInSandbox(simulateAskToBuy))
        }

        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> PurchaseOption {
            Self(kind: .onStorefrontChange(StorefrontDecision(shouldContinue: shouldContinuePurchase)))
        }

        public static func promotionalOffer(
            offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
        ) -> PurchaseOption {
            promotionalOffer(
                offerID: offerID,
                signature: SubscriptionOffer.Signature(
                    keyID: keyID, nonce: nonce, timestamp: timestamp, signature: signature))
        }

        public static func promotionalOffer(
            offerID: String, signature: SubscriptionOffer.Signature
        ) -> PurchaseOption {
            Self(kind: .signedPromotionalOffer(id: offerID, signature))
        }

        public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [PurchaseOption] {
            [Self(kind: .promotionalOffer(id: offerID, compactJWS: compactJWS))]
        }

        public static func introductoryOfferEligibility(compactJWS: String) -> PurchaseOption {
            Self(kind: .introductoryOfferEligibility(compactJWS: compactJWS))
        }

        public static func winBackOffer(_ offer: SubscriptionOffer) -> PurchaseOption {
            Self(kind: .winBackOffer(offer))
        }

        public static func billingPlanType(_ type: SubscriptionInfo.BillingPlanType) -> PurchaseOption {
            Self(kind: .billingPlanType(type))
        }

        public static func seats(_ targetSeatQuantity: Int) -> PurchaseOption {
            Self(kind: .seats(targetSeatQuantity))
        }

        public static func multiSeatInvitationSheetSuppressed(_ isSuppressed: Bool) -> PurchaseOption {
            Self(kind: .multiSeatInvitationSheetSuppressed(isSuppressed))
        }

        public static func custom(key: String, value: String) -> PurchaseOption {
            Self(kind: .customText(key: key, value))
        }

        public static func custom(key: String, value: Double) -> PurchaseOption {
            Self(kind: .customNumber(key: key, value))
        }

        public static func custom(key: String, value: Bool) -> PurchaseOption {
            Self(kind: .customFlag(key: key, value))
        }

        public static func custom(key: String, value: Data) -> PurchaseOption {
            Self(kind: .customData(key: key, value))
        }
    }
}

/// Whether a purchase continues in another country. Functions cannot be compared. All decisions are therefore equal, and a set
/// of options contains only one.
struct StorefrontDecision: Hashable, Sendable {
    let shouldContinue: @Sendable (Storefront) -> Bool

    static func == (one: StorefrontDecision, other: StorefrontDecision) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

extension PurchaseOptions {
    init(_ options: Set<Product.PurchaseOption>) {
        self.init()
        for option in options { apply(option.kind) }
    }

    private mutating func apply(_ option: Product.PurchaseOption.Kind) {
        switch option {
        case .appAccountToken(let token): appAccountToken = token.uuidString.lowercased()
        case .quantity(let number): quantity = number
        case .simulatesAskToBuyInSandbox(let isSimulated): simulatesAskToBuy = isSimulated
        case .onStorefrontChange(let decision): onStorefrontChange = { decision.shouldContinue(Storefront($0)) }
        case .signedPromotionalOffer(let id, let proof):
            promotionalOffer = PromotionalOffer(
                offerID: id,
                proof: .signature(
                    keyID: proof.keyID, nonce: proof.nonce.uuidString.lowercased(), signature: Array(proof.signature),
                    timestamp: Int64(proof.timestamp)))
        case .promotionalOffer(let id, let text): promotionalOffer = PromotionalOffer(offerID: id, proof: .jws(text))
        case .introductoryOfferEligibility(let text): introductoryOfferJWS = text
        case .winBackOffer(let offer): winBackOfferID = offer.id ?? ""
        case .billingPlanType(let type): billingPlanType = BillingPlanType(rawValue: type.rawValue)
        case .seats(let number): seats = number
        // The reference store has no invitations, and ignores custom values.
        case .multiSeatInvitationSheetSuppressed, .customText, .customNumber, .customFlag, .customData: break
        }
    }
}
