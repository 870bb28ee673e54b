package import ReferenceStore

/// StoreKit's interface is static; this says whose device a call is about. Several devices can so live in one process.
package enum CurrentDevice {
    @TaskLocal package static var device: StoreDevice?

    /// Without a device there is no App Store to reach.
    static func require() throws -> StoreDevice {
        guard let device else {
            throw StoreKitError.systemError(
                ReferenceStoreFailure(description: "no device of a reference store is bound to this task"))
        }
        return device
    }
}
