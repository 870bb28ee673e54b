internal import IAPModel
internal import IAPReferenceStore

/// A purchase that the player began in the App Store, with the names of StoreKit's own type.
public struct PurchaseIntent: Identifiable, Equatable, Sendable {
    public let product: Product
    /// A win-back offer.
    public let offer: Product.SubscriptionOffer?

    public var id: Product.ID { product.id }

    public static var intents: PurchaseIntents { PurchaseIntents() }

    /// The waiting intents and then new ones, each once. The sequence never ends.
    public struct PurchaseIntents: AsyncSequence, Sendable {
        public typealias Element = PurchaseIntent

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(CurrentDevice.device) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            private let device: StoreDevice?
            private let stream: RetryingStream<PurchaseIntentRecord>

            init(_ device: StoreDevice?) {
                self.device = device
                stream = RetryingStream { report in device?.listenForIntents(report) }
            }

            public mutating func next() async -> PurchaseIntent? {
                guard let record = await stream.next() else { return nil }
                return PurchaseIntent(record, on: device)
            }
        }
    }

    private init(_ record: PurchaseIntentRecord, on device: StoreDevice?) {
        let listing: ProductListing?
        // An intent is delivered once. If its product cannot be read now, the intent has only the product id.
        do throws(StoreFailure) { listing = try device?.listing(record.productID) } catch { listing = nil }
        let product = listing.map(Product.init) ?? Product(unlistedID: record.productID)
        self.product = product
        offer = record.offerID.map(ExactText.init).flatMap { wanted in
            product.subscription?.winBackOffers.first { $0.id.map(ExactText.init) == wanted }
        }
    }
}
