import IAPModel

final class MessageHandle: Handle {
    let message: StoreMessage
    /// The number of the client that made it. Messages are numbered by each client's connection for itself.
    let owner: UInt

    init(_ message: StoreMessage, of owner: UInt) {
        self.message = message
        self.owner = owner
    }
}
