/// The kind of store that a client uses.
public enum StoreEnvironment: Sendable, Hashable {
    /// Not known yet.
    case unknown
    case production
    /// Also TestFlight and App Review.
    case sandbox
    case xcode
    case referenceStore

    /// - Parameter name: The name in signed transactions.
    public init(name: String) {
        switch name {
        case "Production": self = .production
        case "Sandbox": self = .sandbox
        case "Xcode": self = .xcode
        default: self = .unknown
        }
    }
}
