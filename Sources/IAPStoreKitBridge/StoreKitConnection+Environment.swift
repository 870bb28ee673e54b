internal import Foundation
package import IAPModel

extension StoreKitConnection {
    #if canImport(StoreKit)
        /// The environment of the last transaction. Before the first one, the environment follows from the location of
        /// the receipt.
        package var environment: StoreEnvironment {
            let told = monitor.withLock { toldEnvironment }
            return told == .unknown ? Self.environmentOfReceipt : told
        }

        /// The system names the receipt after the environment. Xcode's receipt has a different name, or is in a
        /// simulator.
        private static let environmentOfReceipt: StoreEnvironment = {
            guard let receipt = Bundle.main.appStoreReceiptURL else { return .unknown }
            let isOfXcode = receipt.deletingLastPathComponent().lastPathComponent == "StoreKit"
            if isOfXcode || receipt.path.contains("/CoreSimulator/") { return .xcode }
            return receipt.lastPathComponent == "sandboxReceipt" ? .sandbox : .unknown
        }()
    #else
        package var environment: StoreEnvironment { .referenceStore }
    #endif

    func note(environment name: String) {
        let told = StoreEnvironment(name: name)
        if told != .unknown { monitor.withLock { toldEnvironment = told } }
    }
}
