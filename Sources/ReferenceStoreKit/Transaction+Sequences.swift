internal import Platform
internal import ReferenceStore

extension Transaction {
    /// A sequence of transactions, as StoreKit has them: finite ones list what there is, `updates` never ends.
    public struct Transactions: AsyncSequence, Sendable {
        public typealias Element = VerificationResult<Transaction>

        enum Source: Sendable {
            case unfinished, all, currentEntitlements, updates
        }

        let source: Source

        public func makeAsyncIterator() -> AsyncIterator {
            guard let device = CurrentDevice.device else { return AsyncIterator(storage: .list([])) }
            return AsyncIterator(storage: source == .updates ? .feed(Feed(device)) : .list(Self.list(source, device)))
        }

        /// StoreKit's sequences cannot throw; what cannot be read now is left out.
        private static func list(_ source: Source, _ device: StoreDevice) -> [Element] {
            do throws(StoreFailure) {
                let transactions =
                    switch source {
                    case .unfinished: try device.unfinished()
                    case .all: try device.history()
                    case .currentEntitlements: try device.currentEntitlements()
                    case .updates: [LedgerTransaction]()
                    }
                var list: [Element] = []
                for transaction in transactions.reversed() { list.append(try verify(transaction, on: device)) }
                return list
            } catch {
                return []
            }
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            enum Storage {
                /// Newest first, to be taken from the end.
                case list([Element])
                case feed(Feed)
            }

            var storage: Storage

            public mutating func next() async -> Element? {
                switch storage {
                case .list(var list):
                    let next = list.popLast()
                    storage = .list(list)
                    return next
                case .feed(let feed):
                    return await feed.next()
                }
            }
        }
    }

    /// The account's news for this device, from the moment of its making until its task is cancelled.
    final class Feed: Sendable {
        private let device: StoreDevice
        private let feed: NewsFeed
        private let stream: AsyncStream<NewsFeed.Item>
        /// What was handed out last. Whoever asks for the next one has dealt with it.
        private let last = Guarded<NewsFeed.Item?>(nil)

        init(_ device: StoreDevice) {
            self.device = device
            let (stream, input) = AsyncStream.makeStream(of: NewsFeed.Item.self)
            self.stream = stream
            feed = device.listenAndAcknowledge { input.yield($0) }
        }

        deinit { feed.stop() }

        func next() async -> Transactions.Element? {
            if let heard = last.withLock({ $0 }) {
                // What the listener has set going for it, such as a note on disk, comes first.
                await Task.yield()
                // A task that was cancelled has not dealt with it.
                if Task.isCancelled { return nil }
                feed.acknowledge(heard)
                last.withLock { $0 = nil }
            }
            var iterator = stream.makeAsyncIterator()
            while let item = await iterator.next() {
                do throws(StoreFailure) {
                    let result = try verify(item.transaction, on: device)
                    last.withLock { $0 = item }
                    return result
                } catch {
                    // It stays unheard and comes again at the next launch.
                    continue
                }
            }
            return nil
        }
    }

    public static var updates: Transactions { Transactions(source: .updates) }
    public static var unfinished: Transactions { Transactions(source: .unfinished) }
    public static var all: Transactions { Transactions(source: .all) }
    public static var currentEntitlements: Transactions { Transactions(source: .currentEntitlements) }

    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        guard let device = CurrentDevice.device else { return nil }
        do throws(StoreFailure) {
            return try device.latest(of: productID).map { transaction throws(StoreFailure) in
                try verify(transaction, on: device)
            }
        } catch {
            return nil
        }
    }
}
