package import CIAP
import IAPPaymentQueue

/// The game's function that ends a request.
package struct Completion {
    package typealias Call = (
        _ client: OpaquePointer, _ event: EventHandle, _ error: UnsafePointer<iap_error>?
    ) -> Void

    let answerKind: Answer.Kind
    let call: Call

    private init(_ answerKind: Answer.Kind, _ call: @escaping Call) {
        self.answerKind = answerKind
        self.call = call
    }

    /// A restore ends with an event for the observers.
    package static var restore: Self { Completion(.entitlements) { _, _, _ in } }

    package static func products(_ function: iap_products_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.products) { function?(userData, $0, $1.request, $1.subject, $2) }
    }

    package static func transactions(
        _ function: iap_transactions_function?, _ userData: UnsafeMutableRawPointer?
    ) -> Self {
        Completion(.transactions) { function?(userData, $0, $1.request, $1.subject, $2) }
    }

    package static func storefront(_ function: iap_storefront_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.storefront) {
            function?(userData, $0, $1.request, $1.storefront(.countryCode), $1.storefront(.identifier), $2)
        }
    }

    package static func done(_ function: iap_completion_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.done) { function?(userData, $0, $1.request, $2) }
    }

    package static func flag(_ function: iap_flag_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.flag) { function?(userData, $0, $1.request, $1.flag ? 1 : 0, $2) }
    }

    package static func text(_ function: iap_text_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.text) { function?(userData, $0, $1.request, $1.text, $2) }
    }

    package static func statuses(
        _ function: iap_subscription_statuses_function?, _ userData: UnsafeMutableRawPointer?
    ) -> Self {
        Completion(.statuses) { function?(userData, $0, $1.request, $1.subject, $2) }
    }

    package static func appTransaction(
        _ function: iap_app_transaction_function?, _ userData: UnsafeMutableRawPointer?
    ) -> Self {
        Completion(.appTransaction) { function?(userData, $0, $1.request, $1.subject, $2) }
    }

    package static func promotions(
        _ function: iap_promotions_function?, _ userData: UnsafeMutableRawPointer?
    ) -> Self {
        Completion(.promotions) { function?(userData, $0, $1.request, $1.subject, $2) }
    }
}
