internal import IAPModel
internal import IAPReferenceStore

extension Transaction {
    /// A sequence of transactions like StoreKit's. Finite sequences list the existing transactions; `updates` never ends. Each
    /// transaction is signed and verified when it is returned: the first one comes immediately, however long the list is.
    public struct Transactions: AsyncSequence, Sendable {
        public typealias Element = VerificationResult<Transaction>

        enum Source: Sendable {
            case unfinished, all, currentEntitlements, updates
        }

        let source: Source
        /// The only product of the sequence; nil for all.
        var productID: String?

        public func makeAsyncIterator() -> AsyncIterator {
            guard let device = CurrentDevice.device else { return AsyncIterator(storage: .nothing) }
            return switch source {
            case .updates: AsyncIterator(storage: .feed(UpdateFeed(device)))
            case .currentEntitlements: AsyncIterator(storage: .unread(self, device))
            default: AsyncIterator(storage: .list(list(device)[...], device))
            }
        }

        /// StoreKit's sequences cannot throw. The list omits transactions that cannot be read now.
        fileprivate func list(_ device: StoreDevice) -> [LedgerTransaction] {
            do throws(StoreFailure) {
                let transactions =
                    switch source {
                    case .unfinished: try device.unfinished()
                    case .all: try device.history()
                    case .currentEntitlements: try device.currentEntitlements()
                    case .updates: [LedgerTransaction]()
                    }
                guard let wanted = productID.map(ExactText.init) else { return transactions }
                return transactions.filter { ExactText($0.productID) == wanted }
            } catch {
                return []
            }
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            enum Storage {
                case nothing
                case unread(Transactions, StoreDevice)
                case list(ArraySlice<LedgerTransaction>, StoreDevice)
                case feed(UpdateFeed)
            }

            var storage: Storage

            public mutating func next() async -> Element? {
                switch storage {
                case .nothing: return nil
                case .unread(let transactions, let device):
                    storage = .nothing
                    do { try await device.awaitRead() } catch { return nil }
                    storage = .list(transactions.list(device)[...], device)
                    return await next()
                case .list(var list, let device):
                    // The caller may have started work for the last transaction. This work need not wait for the whole list.
                    await Task.yield()
                    if Task.isCancelled, (try? device.has(.cancelledReadsEmpty)) ?? false { return nil }
                    while let transaction = list.popFirst() {
                        storage = .list(list, device)
                        // Another account signed in meanwhile.
                        guard ExactText(transaction.account) == ExactText(device.account) else { continue }
                        do throws(StoreFailure) { return try verify(transaction, on: device) } catch { continue }
                    }
                    return nil
                case .feed(let feed): return await feed.next()
                }
            }
        }
    }

    public static var updates: Transactions { Transactions(source: .updates) }
    public static var unfinished: Transactions { Transactions(source: .unfinished) }
    public static var all: Transactions { Transactions(source: .all) }
    public static var currentEntitlements: Transactions { Transactions(source: .currentEntitlements) }

    public static func all(for productID: String) -> Transactions {
        Transactions(source: .all, productID: productID)
    }

    public static func currentEntitlements(for productID: String) -> Transactions {
        Transactions(source: .currentEntitlements, productID: productID)
    }

    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        if CurrentDevice.readsNothing { return nil }
        do { try await CurrentDevice.device?.awaitRead() } catch { return nil }
        return CurrentDevice.look { device throws(StoreFailure) in
            try device.latest(of: productID).map { transaction throws(StoreFailure) in
                try verify(transaction, on: device)
            }
        }
    }
}
