import IAPBoundary
package import IAPModel

package final class MessageHandle: Handle {
    package let message: StoreMessage
    /// The number of the client that made it. Messages are numbered by each client's connection for itself.
    package let owner: UInt

    package init(_ message: StoreMessage, of owner: UInt) {
        self.message = message
        self.owner = owner
    }
}
