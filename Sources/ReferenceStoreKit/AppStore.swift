internal import ReferenceStore

/// The parts of StoreKit's `AppStore` that have to do with purchases.
public enum AppStore {
    public struct Environment: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let production = Self(rawValue: "Production")
        public static let sandbox = Self(rawValue: "Sandbox")
        public static let xcode = Self(rawValue: "Xcode")
    }

    public static var canMakePayments: Bool {
        guard let device = CurrentDevice.device else { return false }
        do throws(StoreFailure) { return try device.store.arePaymentsAllowed } catch { return false }
    }

    /// The device is always in step with the reference store; what can fail is reaching it.
    public static func sync() async throws {
        let device = try CurrentDevice.require()
        do throws(StoreFailure) { _ = try device.store.storefront } catch { throw error.storeKitError }
    }
}
