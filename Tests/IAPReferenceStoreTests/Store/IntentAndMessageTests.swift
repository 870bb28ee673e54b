import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// Purchases that begin in the App Store, and messages. Each reaches its device once.
struct IntentAndMessageTests {
    private final class Reports: Sendable {
        let list = Mutex<[String]>([])

        func received() -> [String] {
            list.withLock { list in
                defer { list = [] }
                return list
            }
        }

        func add(_ text: String) { list.withLock { $0.append(text) } }
    }

    /// Sends one intent or message, and listens for it.
    enum Way: Sendable, CaseIterable {
        case intent, message

        func send(_ index: Int, _ device: StoreDevice) throws {
            switch self {
            case .intent: try device.sendIntent("product \(index)", offerID: index == 1 ? "back" : nil)
            case .message: try device.sendMessage(StoreMessage.Reason.allCases[index])
            }
        }

        func name(_ index: Int) -> String {
            switch self {
            case .intent: "product \(index) \(index == 1 ? "back" : "")"
            case .message: "\(StoreMessage.Reason.allCases[index])"
            }
        }

        func listen(_ device: StoreDevice, _ report: @escaping @Sendable (String) -> Void) -> StoreSubscription {
            switch self {
            case .intent: device.listenForIntents { report("\($0.productID) \($0.offerID ?? "")") }
            case .message: device.listenForMessages { report("\($0.reason)") }
            }
        }
    }

    @Test(arguments: Way.allCases) func waitingItemsComeFirstAndOnce(way: Way) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        for index in 0..<2 { try way.send(index, device) }
        let seen = Reports()
        var subscription = way.listen(device) { seen.add($0) }
        #expect(seen.received() == [way.name(0), way.name(1)])
        try way.send(2, device)
        #expect(seen.received() == [way.name(2)])
        let second = way.listen(device) { seen.add("again \($0)") }
        #expect(seen.received() == [])
        second.cancel()
        subscription.cancel()
        try way.send(3, device)
        #expect(seen.received() == [])
        subscription = way.listen(device) { seen.add($0) }
        #expect(seen.received() == [way.name(3)], "no listener had received it")
        subscription.cancel()
    }

    @Test(arguments: Way.allCases) func itemsAreForOneDevice(way: Way) throws {
        let store = try OfferShop.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        let (seen, other) = (Reports(), Reports())
        let subscriptions = [
            way.listen(tablet) { seen.add($0) }, way.listen(phone) { other.add($0) },
            way.listen(try store.device("tablet", account: "ben")) { other.add($0) },
        ]
        try way.send(1, tablet)
        #expect(seen.received() == [way.name(1)] && other.received() == [])
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test(arguments: Way.allCases) func itemsSurviveTheEndOfTheStore(way: Way) throws {
        let folder = try Folder()
        var store = try OfferShop.open(path: folder.path("state"))
        for index in 0..<2 { try way.send(index, store.device()) }
        store.close()
        store = try OfferShop.open(path: folder.path("state"))
        let seen = Reports()
        way.listen(try store.device()) { seen.add($0) }.cancel()
        #expect(seen.received() == [way.name(0), way.name(1)])
        way.listen(try store.device()) { seen.add($0) }.cancel()
        #expect(seen.received() == [])
        store.close()
    }

    @Test(arguments: Way.allCases) func itemOfAnotherProcessReachesOneOfTwoListeners(way: Way) throws {
        let folder = try Folder()
        let game = try OfferShop.open(path: folder.path("state"))
        let tool = try OfferShop.open(path: folder.path("state"))
        let seen = Reports()
        let subscription = way.listen(try game.device()) { seen.add($0) }
        try way.send(0, tool.device())
        game.lookForChanges()
        #expect(seen.received() == [way.name(0)])
        way.listen(try tool.device()) { seen.add($0) }.cancel()
        #expect(seen.received() == [])
        subscription.cancel()
        game.close()
        tool.close()
    }

    @Test(arguments: Way.allCases) func reportMaySendMore(way: Way) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let seen = Reports()
        let subscription = way.listen(device) { text in
            seen.add(text)
            if text == way.name(0) { try? way.send(1, device) }
        }
        try way.send(0, device)
        #expect(seen.received() == [way.name(0), way.name(1)])
        subscription.cancel()
    }

    @Test(arguments: Way.allCases) func itemsWaitForTheFeature(way: Way) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let feature = way == .intent ? Feature.purchaseIntents : .messages
        try store.set(feature, isSupported: false)
        let seen = Reports()
        let subscription = way.listen(device) { seen.add($0) }
        try way.send(0, device)
        #expect(seen.received() == [])
        try store.set(feature, isSupported: true)
        #expect(seen.received() == [way.name(0)])
        subscription.cancel()
    }

    /// A message is shown once. A game may exit after it received the message and before it shows it.
    @Test func messageThatWasNotShownComesAgainAtTheNextLaunch() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let numbers = Mutex<[Int64]>([])
        func launch() -> [Int64] {
            device.beginLaunch()
            device.listenForMessages { message in numbers.withLock { $0.append(message.number) } }.cancel()
            return numbers.withLock { numbers in
                defer { numbers = [] }
                return numbers
            }
        }
        for _ in 0..<2 { try device.sendMessage(.priceIncreaseConsent) }
        let told = launch()
        #expect(told.count == 2)
        try device.showMessage(told[0])
        #expect(launch() == [told[1]])
        try device.showMessage(told[1])
        #expect(launch() == [])
    }

    @Test func messageIsShownByItsNumber() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let numbers = Mutex<[Int64]>([])
        let subscription = device.listenForMessages { message in numbers.withLock { $0.append(message.number) } }
        for _ in 0..<3 { try device.sendMessage(.generic) }
        for number in numbers.withLock({ $0 }) { try device.showMessage(number) }
        #expect(try store.count(of: .message) == 3)
        subscription.cancel()
    }

    @Test(arguments: Way.allCases) func closedStoreReportsNothing(way: Way) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try way.send(0, device)
        store.close()
        let seen = Reports()
        way.listen(device) { seen.add($0) }.cancel()
        device.listenForStatuses { seen.add($0.groupID) }.cancel()
        #expect(seen.received() == [])
        let failure = #expect(throws: StoreFailure.self) { try way.send(1, device) }
        #expect(failure?.kind == .systemError)
    }
}
