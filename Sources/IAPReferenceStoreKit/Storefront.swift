public import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// The country of the account's App Store, with the names of StoreKit's own type.
public struct Storefront: Identifiable, Sendable {
    /// ISO 3166-1 alpha-3.
    public let countryCode: String
    public let id: String

    public var currency: Locale.Currency? {
        StorefrontTable.row(countryCode).map { Locale.Currency($0.currencyCode) }
    }

    public static var current: Storefront? {
        get async {
            do { try await CurrentDevice.device?.awaitStorefront() } catch { return nil }
            return CurrentDevice.look { device throws(StoreFailure) in Storefront(try device.store.storefront) }
        }
    }

    public static var updates: Storefronts { Storefronts(CurrentDevice.device) }

    /// Each change of the storefront since the creation of the sequence. The sequence never ends.
    public struct Storefronts: AsyncSequence, Sendable {
        private let stream: RetryingStream<IAPModel.Storefront>

        init(_ device: StoreDevice?) {
            stream = RetryingStream { report in device?.listenForStorefront(report) }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: stream) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            let stream: RetryingStream<IAPModel.Storefront>

            public mutating func next() async -> Storefront? { await stream.next().map(Storefront.init) }
        }
    }

    init(_ storefront: IAPModel.Storefront) {
        countryCode = storefront.countryCode
        id = storefront.id
    }
}
