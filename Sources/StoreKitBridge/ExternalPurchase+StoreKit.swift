internal import Foundation
internal import IAPModel
internal import PaymentQueue

extension StoreRequest.ExternalPurchase {
    func answer() async throws -> Answer {
        switch self {
        case .notice: .text(try await Self.showNotice())
        case .link(let text): try await Self.openLink(text)
        case .customLinkEligibility: .flag(try await Self.isEligibleForCustomLinks())
        case .customLinkToken(let type): .text(try await Self.customLinkToken(type))
        case .customLinkNotice(let type): try await Self.showCustomLinkNotice(type)
        case .linkAccount: try await Self.openLinkAccount()
        }
    }

    /// The token; empty where the system gives none.
    private static func showNotice() async throws -> String {
        #if os(iOS) || canImport(StoreKit, _version: 813.4) || !canImport(StoreKit)
            if #available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) {
                switch try await StoreExternalPurchase.presentNoticeSheet() {
                case .cancelled: throw IAPError(cancelled: "showing the notice of external purchases")
                // NoticeResult.continuedWithExternalPurchaseToken: iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1.
                #if !canImport(StoreKit) || canImport(StoreKit, _version: 813.4)
                    case .continuedWithExternalPurchaseToken(let token): return token
                #endif
                #if canImport(StoreKit)
                    default: return ""
                #endif
                }
            }
        #endif
        throw IAPError(unsupported: .externalPurchase)
    }

    private static func openLink(_ text: String?) async throws -> Answer {
        #if os(iOS) || canImport(StoreKit, _version: 813.4) || !canImport(StoreKit)
            if #available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) {
                guard let text else {
                    try await StoreExternalPurchaseLink.open()
                    return .done
                }
                guard let url = URL(string: text) else {
                    throw IAPError(.invalidArgument, "the external purchase link \(text) is no URL")
                }
                // ExternalPurchaseLink.open(url:): iOS 17.5, macOS 14.5, tvOS 17.5, visionOS 1.2.
                #if !canImport(StoreKit) || canImport(StoreKit, _version: 813.5)
                    if #available(iOS 17.5, macOS 14.5, tvOS 17.5, visionOS 1.2, *) {
                        try await StoreExternalPurchaseLink.open(url: url)
                        return .done
                    }
                #endif
                throw IAPError(
                    .unsupported, "this system opens the one link that the app declares, not \(url.absoluteString)")
            }
        #endif
        throw IAPError(unsupported: .externalPurchaseLink)
    }

    // ExternalPurchaseCustomLink: iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1.

    private static func isEligibleForCustomLinks() async throws -> Bool {
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.1)
            if #available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *) {
                return await StoreExternalPurchaseCustomLink.isEligible
            }
        #endif
        throw IAPError(unsupported: .externalPurchaseCustomLink)
    }

    /// Empty if there is none.
    private static func customLinkToken(_ type: Token) async throws -> String {
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.1)
            if #available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *) {
                let name = type == .acquisition ? "ACQUISITION" : "SERVICES"
                return try await StoreExternalPurchaseCustomLink.token(for: name)?.value ?? ""
            }
        #endif
        throw IAPError(unsupported: .externalPurchaseCustomLink)
    }

    private static func showCustomLinkNotice(_ type: Notice) async throws -> Answer {
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.1)
            if #available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *) {
                let result = try await StoreExternalPurchaseCustomLink.showNotice(
                    type: type == .withinApp ? .withinApp : .browser)
                if result == .cancelled { throw IAPError(cancelled: "showing the notice of custom links") }
                return .done
            }
        #endif
        throw IAPError(unsupported: .externalPurchaseCustomLink)
    }

    private static func openLinkAccount() async throws -> Answer {
        // ExternalLinkAccount: iOS 16, tvOS 16.4.
        #if os(iOS) || os(tvOS) || !canImport(StoreKit)
            if #available(iOS 16, tvOS 16.4, *) {
                try await StoreExternalLinkAccount.open()
                return .done
            }
        #endif
        throw IAPError(unsupported: .externalLinkAccount)
    }
}
