internal import IAPModel
internal import IAPReferenceStore

/// A message of the App Store to the player, with the names of StoreKit's own type.
public struct Message: Hashable, Sendable {
    public let reason: Reason
    private let number: Int64

    /// Apple does not publish the raw values.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let generic = Self(rawValue: 0)
        public static let priceIncreaseConsent = Self(rawValue: 1)
        public static let billingIssue = Self(rawValue: 2)
        public static let winBackOffer = Self(rawValue: 3)

        init(_ reason: StoreMessage.Reason) {
            self =
                switch reason {
                case .unknown: Self(rawValue: -1)
                case .generic: .generic
                case .priceIncreaseConsent: .priceIncreaseConsent
                case .billingIssue: .billingIssue
                case .winBackOffer: .winBackOffer
                }
        }
    }

    /// Shows the message once.
    public func display(in scene: UIWindowScene) throws {
        try CurrentDevice.askLocally { device throws(StoreFailure) in try device.showMessage(number) }
    }

    public static var messages: Messages { Messages() }

    /// The waiting messages and then new ones, each once. The sequence never ends.
    public struct Messages: AsyncSequence, Sendable {
        public typealias Element = Message

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(CurrentDevice.device) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            private let stream: RetryingStream<MessageRecord>

            init(_ device: StoreDevice?) {
                stream = RetryingStream { report in device?.listenForMessages(report) }
            }

            public mutating func next() async -> Message? {
                await stream.next().map { Message(reason: Reason($0.reason), number: $0.number) }
            }
        }
    }
}
