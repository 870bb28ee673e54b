import IAPModel
import Testing

@testable import IAPPaymentQueue

/// An App Store message is shown when the game requests it, and only once.
struct MessageTests {
    private static let message = StoreMessage(id: 3, reason: .billingIssue)

    @Test func messageIsReportedOnce() {
        var queue = PaymentQueue()
        #expect(queue.apply(.messageReceived(Self.message)) == [.emit(.messageReceived(Self.message))])
        #expect(queue.apply(.messageReceived(Self.message)) == [])
    }

    @Test func messageIsShownOnceAndTheRequestEnds() throws {
        var queue = PaymentQueue()
        _ = queue.apply(.messageReceived(Self.message))
        let (request, effects) = try queue.display(message: 3, nil)
        #expect(effects == [.ask(request: request, .store(.show(.message(3), nil)))])
        #expect(throws: IAPError.self) { try queue.display(message: 3, nil) }
        #expect(
            queue.apply(.answered(request: request, .success(.done)))
                == [.emit(.requestEnded(request: request, .done, .success(.done)))])
        #expect(throws: IAPError.self) { try queue.display(message: 3, nil) }
    }

    @Test(arguments: [IAPError.offline, IAPError(.invalidAnchor, "no scene"), IAPError(.unsupported, "not here")])
    func messageThatCouldNotBeShownCanBeShownLater(error: IAPError) throws {
        var queue = PaymentQueue()
        _ = queue.apply(.messageReceived(Self.message))
        let first = try queue.display(message: 3, nil).id
        #expect(throws: IAPError.self, "the message is already being shown") { try queue.display(message: 3, nil) }
        #expect(queue.apply(.answered(request: first, .failure(error))).events.count == 1)
        let second = try queue.display(message: 3, nil).id
        // The first request has ended. A late response to it changes nothing.
        #expect(queue.apply(.answered(request: first, .failure(error))) == [])
        #expect(throws: IAPError.self) { try queue.display(message: 3, nil) }
        _ = queue.apply(.answered(request: second, .success(.done)))
        #expect(throws: IAPError.self) { try queue.display(message: 3, nil) }
    }

    @Test(arguments: [IAPError(.cancelled, "sent away"), IAPError(.notFound, "shown before")])
    func messageThatWasShownIsNotShownAgain(error: IAPError) throws {
        var queue = PaymentQueue()
        _ = queue.apply(.messageReceived(Self.message))
        let request = try queue.display(message: 3, nil).id
        #expect(queue.apply(.answered(request: request, .failure(error))).events.count == 1)
        #expect(throws: IAPError.self) { try queue.display(message: 3, nil) }
    }

    @Test func unknownMessageIsNotFound() {
        var queue = PaymentQueue()
        do {
            _ = try queue.display(message: 3, nil)
            Issue.record("the message was shown")
        } catch {
            #expect(error.status == .notFound)
        }
    }
}
