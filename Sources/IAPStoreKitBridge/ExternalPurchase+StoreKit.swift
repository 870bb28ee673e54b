internal import Foundation
internal import IAPModel
internal import IAPPaymentQueue

extension StoreRequest.ExternalPurchase {
    func answer() async throws -> Answer {
        switch self {
        case .notice: .text(try await Self.showNotice())
        case .link(let text): try await Self.openLink(text)
        case .customLinkEligibility, .customLinkToken, .customLinkNotice: try await answerAboutCustomLinks()
        case .linkAccount: try await Self.openLinkAccount()
        }
    }

    /// The token. Empty if the system gives none.
    private static func showNotice() async throws -> String {
        #if os(iOS) || canImport(StoreKit, _version: 813.4) || !canImport(StoreKit)
            if #available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) {
                switch try await StoreKitExternalPurchase.presentNoticeSheet() {
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
                    try await StoreKitExternalPurchaseLink.open()
                    return .done
                }
                guard let url = URL(string: text) else {
                    throw IAPError(
                        .invalidArgument, "the external purchase link \(text) is not a URL; give an absolute URL")
                }
                // ExternalPurchaseLink.open(url:): iOS 17.5, macOS 14.5, tvOS 17.5, visionOS 1.2.
                #if !canImport(StoreKit) || canImport(StoreKit, _version: 813.4.41)
                    if #available(iOS 17.5, macOS 14.5, tvOS 17.5, visionOS 1.2, *) {
                        try await StoreKitExternalPurchaseLink.open(url: url)
                        return .done
                    }
                #endif
                throw IAPError(
                    .unsupported, "this system opens only the link that the app declares, not \(url.absoluteString)")
            }
        #endif
        throw IAPError(unsupported: .externalPurchaseLink)
    }

    private func answerAboutCustomLinks() async throws -> Answer {
        // ExternalPurchaseCustomLink: iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.1)
            if #available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *) {
                switch self {
                case .customLinkToken(let type):
                    let name = type == .acquisition ? "ACQUISITION" : "SERVICES"
                    // Empty if there is no token.
                    return .text(try await StoreKitExternalPurchaseCustomLink.token(for: name)?.value ?? "")
                case .customLinkNotice(let type):
                    let result = try await StoreKitExternalPurchaseCustomLink.showNotice(
                        type: type == .withinApp ? .withinApp : .browser)
                    if result == .cancelled { throw IAPError(cancelled: "showing the notice of custom links") }
                    return .done
                default:
                    return .flag(await StoreKitExternalPurchaseCustomLink.isEligible)
                }
            }
        #endif
        throw IAPError(unsupported: .externalPurchaseCustomLink)
    }

    private static func openLinkAccount() async throws -> Answer {
        // ExternalLinkAccount: iOS 16, tvOS 16.4.
        #if os(iOS) || os(tvOS) || !canImport(StoreKit)
            if #available(iOS 16, tvOS 16.4, *) {
                try await StoreKitExternalLinkAccount.open()
                return .done
            }
        #endif
        throw IAPError(unsupported: .externalLinkAccount)
    }
}
