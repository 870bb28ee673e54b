internal import IAPModel
internal import ReferenceStore

/// The country whose App Store serves the account, with the names of StoreKit's own type.
public struct Storefront: Identifiable, Hashable, Sendable {
    public let countryCode: String
    public let id: String

    public static var current: Storefront? {
        get async {
            guard let device = CurrentDevice.device else { return nil }
            do throws(StoreFailure) { return Storefront(try device.store.storefront) } catch { return nil }
        }
    }

    public static var updates: Storefronts { Storefronts() }

    /// Each change of the storefront. Never ends.
    public struct Storefronts: AsyncSequence, Sendable {
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(CurrentDevice.device) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            private let subscription: StoreSubscriptionOwner?
            private var iterator: AsyncStream<Storefront>.Iterator

            init(_ device: StoreDevice?) {
                let (stream, input) = AsyncStream.makeStream(of: Storefront.self)
                iterator = stream.makeAsyncIterator()
                subscription = device.map { device in
                    StoreSubscriptionOwner(device.listenForStorefront { input.yield(Storefront($0)) })
                }
            }

            public mutating func next() async -> Storefront? { await iterator.next() }
        }
    }

    init(_ storefront: IAPModel.Storefront) {
        countryCode = storefront.countryCode
        id = storefront.id
    }
}

/// Ends a subscription when nobody iterates any more.
private final class StoreSubscriptionOwner: Sendable {
    private let subscription: StoreSubscription

    init(_ subscription: StoreSubscription) { self.subscription = subscription }

    deinit { subscription.cancel() }
}
