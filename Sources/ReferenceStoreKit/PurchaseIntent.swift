internal import IAPModel
internal import ReferenceStore

/// A purchase that the player began in the App Store, with the names of StoreKit's own type.
public struct PurchaseIntent: Identifiable, Equatable, Sendable {
    public let product: Product
    /// A win-back offer.
    public let offer: Product.SubscriptionOffer?

    public var id: Product.ID { product.id }

    public static var intents: PurchaseIntents { PurchaseIntents() }

    /// What waits to be told and then what comes, each once. Never ends.
    public struct PurchaseIntents: AsyncSequence, Sendable {
        public typealias Element = PurchaseIntent

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(CurrentDevice.device) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            private let device: StoreDevice?
            private let news: NewsStream<PurchaseIntentRecord>

            init(_ device: StoreDevice?) {
                self.device = device
                news = NewsStream { report in device?.listenForIntents(report) }
            }

            public mutating func next() async -> PurchaseIntent? {
                guard let record = await news.next() else { return nil }
                return PurchaseIntent(record, on: device)
            }
        }
    }

    private init(_ record: PurchaseIntentRecord, on device: StoreDevice?) {
        let listing: ProductListing?
        // An intent is told once, ever: one whose product cannot be read now is told without what the product has.
        do throws(StoreFailure) { listing = try device?.listing(record.productID) } catch { listing = nil }
        let product = listing.map(Product.init) ?? Product(unlistedID: record.productID)
        self.product = product
        offer = record.offerID.map(ExactText.init).flatMap { wanted in
            product.subscription?.winBackOffers.first { $0.id.map(ExactText.init) == wanted }
        }
    }
}
