import CIAP
import Foundation
import IAPInterop
import IAPModel
import IAPSignatures

/// The members of a payment, checked. The store checks the rest.
extension Input {
    static func payment(_ pointer: UnsafePointer<iap_payment>?) throws(IAPError) -> Payment {
        let given = try options(pointer, "payment")
        let productID = try text(given.product_id, "payment.product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        guard Payment.quantities.contains(Int(given.quantity)) else {
            throw IAPError(.invalidQuantity, "payment.quantity is \(given.quantity); give 1 to 10")
        }
        guard given.seats >= 0 else { throw IAPError(.invalidArgument, "payment.seats is \(given.seats)") }
        var payment = Payment(
            productID: productID, quantity: Int(given.quantity),
            appAccountToken: try uuid(given.app_account_token, "payment.app_account_token"),
            simulatesAskToBuy: given.simulates_ask_to_buy != 0)
        payment.offer = try offer(given)
        payment.introductoryOfferJWS = try paymentText(given.offer.introductory_jws, "offer.introductory_jws")
        payment.advancedCommerceJWS = try paymentText(given.advanced_commerce_jws, "advanced_commerce_jws")
        payment.storefronts = try storefronts(given.storefronts)
        payment.customValues = try customValues(given.custom_values, given.custom_value_count)
        payment.billingPlan = try Input.billingPlan(given.billing_plan, "payment.billing_plan")
        payment.seats = given.seats == 0 ? nil : Int(given.seats)
        payment.suppressesSeatInvitation = given.suppresses_seat_invitation != 0
        payment.anchor = Anchor(given.ui_anchor)
        if payment.advancedCommerceJWS != nil, let option = payment.optionBesideAdvancedCommerce {
            throw IAPError(
                .invalidArgument,
                "payment has advanced_commerce_jws and \(option); the game's server signs everything except the product"
            )
        }
        return payment
    }

    private static func paymentText(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(IAPError) -> String? {
        try optionalText(pointer, "payment.\(name)", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX))
    }

    // MARK: Offers

    private static func offer(_ given: iap_payment) throws(IAPError) -> Payment.Offer? {
        let promotional = try paymentText(given.offer.id, "offer.id")
        let winBack = try paymentText(given.offer.win_back_id, "offer.win_back_id")
        let proof = try proof(given)
        switch (promotional, winBack) {
        case (_?, _?):
            throw IAPError(
                .invalidArgument, "payment names two offers, offer.id and offer.win_back_id; name only one")
        // As with StoreKit, the payment without a complete proof fails with MISSING_OFFER_PARAMETERS. The game sees one
        // outcome for all mistakes in a proof.
        case (let id?, nil): return .promotional(id: id, proof ?? .missing)
        case (nil, let winBack):
            guard proof == nil else {
                throw IAPError(.invalidArgument, "payment has the proof of a promotional offer, but no offer.id")
            }
            return winBack.map { .winBack(id: $0) }
        }
    }

    /// Nil if the payment has no part of a proof.
    private static func proof(_ given: iap_payment) throws(IAPError) -> Payment.Proof? {
        let jws = try paymentText(given.offer.jws, "offer.jws")
        let keyID = try paymentText(given.offer.key_id, "offer.key_id")
        let nonce = try uuid(given.offer.nonce, "payment.offer.nonce")
        let signature = try base64(given.offer.signature, "offer.signature")
        let timestamp = given.offer.timestamp_ms == 0 ? nil : given.offer.timestamp_ms
        let hasSignature = keyID != nil || nonce != nil || signature != nil || timestamp != nil
        if let jws {
            guard !hasSignature else {
                throw IAPError(
                    .invalidArgument,
                    "payment has two proofs of one offer, offer.jws and an older signature; give only one")
            }
            return .jws(jws)
        }
        guard let keyID, let nonce, let signature, let timestamp else { return hasSignature ? .missing : nil }
        return .signature(keyID: keyID, nonce: nonce, signature: signature, timestamp: timestamp)
    }

    private static func base64(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(IAPError) -> [UInt8]? {
        guard let text = try paymentText(pointer, name) else { return nil }
        guard let bytes = Base64.decode(text) else {
            throw IAPError(.invalidText, "payment.\(name) is not Base64")
        }
        return bytes
    }

    // MARK: Other options

    private static func storefronts(_ pointer: UnsafePointer<CChar>?) throws(IAPError) -> Set<String>? {
        guard let pointer else { return nil }
        let list = try text(
            pointer, "payment.storefronts", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX), mayBeEmpty: true)
        guard !list.isEmpty else { return [] }
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        var codes: Set<String> = []
        for code in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard code.utf8.count == 3, code.utf8.allSatisfy(capitals.contains) else {
                throw IAPError(
                    .invalidArgument,
                    "payment.storefronts contains \"\(code)\"; write ISO 3166-1 alpha-3 codes, separated by commas: USA,DEU"
                )
            }
            codes.insert(String(code))
        }
        return codes
    }

    private static func customValues(
        _ values: UnsafePointer<iap_custom_value>?, _ count: Int
    ) throws(IAPError) -> [ExactText: Payment.CustomValue] {
        var read: [ExactText: Payment.CustomValue] = [:]
        let values = try list(values, count, "payment.custom_values", limit: Int(IAP_CUSTOM_VALUES_MAX))
        for (index, value) in values.enumerated() {
            let name = "payment.custom_values[\(index)]"
            let key = try text(value.key, "\(name).key", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX))
            guard read.updateValue(try customValue(value, name), forKey: ExactText(key)) == nil else {
                throw IAPError(.invalidArgument, "\(name).key is \(key), which an earlier value also uses")
            }
        }
        return read
    }

    private static func customValue(
        _ value: iap_custom_value, _ name: String
    ) throws(IAPError) -> Payment.CustomValue {
        switch value.type {
        case IAP_CUSTOM_VALUE_TEXT:
            guard let text = String(bytes: try bytes(value, name), encoding: .utf8) else {
                throw IAPError(.invalidText, "\(name) is not valid UTF-8")
            }
            return .text(text)
        case IAP_CUSTOM_VALUE_NUMBER:
            guard value.number.isFinite else { throw IAPError(.invalidArgument, "\(name).number is not finite") }
            return .number(value.number)
        case IAP_CUSTOM_VALUE_FLAG: return .flag(value.flag != 0)
        case IAP_CUSTOM_VALUE_DATA: return .data([UInt8](try bytes(value, name)))
        default:
            throw IAPError(.invalidArgument, "\(name).type is \(value.type), which is not an IAP_CUSTOM_VALUE_… value")
        }
    }

    private static func bytes(_ value: iap_custom_value, _ name: String) throws(IAPError) -> UnsafeRawBufferPointer {
        guard (0...Int(IAP_PAYMENT_TEXT_LENGTH_MAX)).contains(value.length) else {
            throw IAPError(.tooLarge, "\(name) is longer than \(IAP_PAYMENT_TEXT_LENGTH_MAX) bytes")
        }
        guard value.length == 0 || value.bytes != nil else {
            throw IAPError(.invalidArgument, "\(name).bytes is NULL")
        }
        return UnsafeRawBufferPointer(start: value.bytes, count: value.length)
    }
}

extension Payment {
    /// An option that StoreKit does not support in an Advanced Commerce purchase, by its name in the header.
    fileprivate var optionBesideAdvancedCommerce: String? {
        if quantity != 1 { return "quantity \(quantity)" }
        if appAccountToken != nil { return "app_account_token" }
        if simulatesAskToBuy { return "simulates_ask_to_buy" }
        switch offer {
        case .promotional: return "offer.id"
        case .winBack: return "offer.win_back_id"
        case nil: break
        }
        if introductoryOfferJWS != nil { return "offer.introductory_jws" }
        if !customValues.isEmpty { return "custom_values" }
        if billingPlan != nil { return "billing_plan" }
        if seats != nil { return "seats" }
        return suppressesSeatInvitation ? "suppresses_seat_invitation" : nil
    }
}
