import IAPBoundary
package import IAPModel

package final class MessageHandle: Handle {
    package let message: StoreMessage
    /// The number of the client that created it. Each client's connection numbers its own messages.
    package let owner: UInt

    package init(_ message: StoreMessage, of owner: UInt) {
        self.message = message
        self.owner = owner
    }
}
