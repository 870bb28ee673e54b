import IAPModel
import Synchronization
import Testing

@testable import ReferenceStore

/// Purchases begun in the App Store, and messages, come to the device they are for, each once.
struct DeviceNewsTests {
    private final class Heard: Sendable {
        let list = Mutex<[String]>([])

        func news() -> [String] {
            list.withLock { list in
                defer { list = [] }
                return list
            }
        }

        func add(_ text: String) { list.withLock { $0.append(text) } }
    }

    /// Sends one thing, and listens for such things.
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

    @Test(arguments: Way.allCases) func whatWaitsComesFirstAndEachOnce(way: Way) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        for index in 0..<2 { try way.send(index, device) }
        let heard = Heard()
        var subscription = way.listen(device) { heard.add($0) }
        #expect(heard.news() == [way.name(0), way.name(1)])
        try way.send(2, device)
        #expect(heard.news() == [way.name(2)])
        let second = way.listen(device) { heard.add("again \($0)") }
        #expect(heard.news() == [])
        second.cancel()
        subscription.cancel()
        try way.send(3, device)
        #expect(heard.news() == [])
        subscription = way.listen(device) { heard.add($0) }
        #expect(heard.news() == [way.name(3)], "nobody had heard of it")
        subscription.cancel()
    }

    @Test(arguments: Way.allCases) func newsAreForOneDevice(way: Way) throws {
        let store = try OfferShop.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        let (heard, other) = (Heard(), Heard())
        let subscriptions = [
            way.listen(tablet) { heard.add($0) }, way.listen(phone) { other.add($0) },
            way.listen(try store.device("tablet", account: "ben")) { other.add($0) },
        ]
        try way.send(1, tablet)
        #expect(heard.news() == [way.name(1)] && other.news() == [])
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test(arguments: Way.allCases) func newsSurviveTheEndOfTheStore(way: Way) throws {
        let folder = try Folder()
        var store = try OfferShop.open(path: folder.path("state"))
        for index in 0..<2 { try way.send(index, store.device()) }
        store.close()
        store = try OfferShop.open(path: folder.path("state"))
        let heard = Heard()
        way.listen(try store.device()) { heard.add($0) }.cancel()
        #expect(heard.news() == [way.name(0), way.name(1)])
        way.listen(try store.device()) { heard.add($0) }.cancel()
        #expect(heard.news() == [])
        store.close()
    }

    @Test(arguments: Way.allCases) func otherProcessSendsAndOneOfTwoListenersHears(way: Way) throws {
        let folder = try Folder()
        let game = try OfferShop.open(path: folder.path("state"))
        let tool = try OfferShop.open(path: folder.path("state"))
        let heard = Heard()
        let subscription = way.listen(try game.device()) { heard.add($0) }
        try way.send(0, tool.device())
        game.lookForChanges()
        #expect(heard.news() == [way.name(0)])
        way.listen(try tool.device()) { heard.add($0) }.cancel()
        #expect(heard.news() == [])
        subscription.cancel()
        game.close()
        tool.close()
    }

    @Test(arguments: Way.allCases) func reportMaySendMore(way: Way) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let heard = Heard()
        let subscription = way.listen(device) { text in
            heard.add(text)
            if text == way.name(0) { try? way.send(1, device) }
        }
        try way.send(0, device)
        #expect(heard.news() == [way.name(0), way.name(1)])
        subscription.cancel()
    }

    @Test(arguments: Way.allCases) func newsWaitForTheFeature(way: Way) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let feature = way == .intent ? Feature.purchaseIntents : .messages
        try store.set(feature, isSupported: false)
        let heard = Heard()
        let subscription = way.listen(device) { heard.add($0) }
        try way.send(0, device)
        #expect(heard.news() == [])
        try store.set(feature, isSupported: true)
        #expect(heard.news() == [way.name(0)])
        subscription.cancel()
    }

    /// A message is shown once, and a game may end between hearing of it and showing it.
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

    @Test func numbersOfMessagesAreThoseThatShowThem() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let numbers = Mutex<[Int64]>([])
        let subscription = device.listenForMessages { message in numbers.withLock { $0.append(message.number) } }
        for _ in 0..<3 { try device.sendMessage(.generic) }
        for number in numbers.withLock({ $0 }) { try device.showMessage(number) }
        #expect(try store.count(of: .message) == 3)
        subscription.cancel()
    }

    @Test(arguments: Way.allCases) func closedStoreTellsNothing(way: Way) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try way.send(0, device)
        store.close()
        let heard = Heard()
        way.listen(device) { heard.add($0) }.cancel()
        device.listenForStatuses { heard.add($0.groupID) }.cancel()
        #expect(heard.news() == [])
        let failure = #expect(throws: StoreFailure.self) { try way.send(1, device) }
        #expect(failure?.kind == .systemError)
    }
}
