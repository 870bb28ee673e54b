/// Which store is behind a client.
public enum StoreEnvironment: Sendable, Hashable {
    /// Nobody has told yet.
    case unknown
    case production
    /// Also TestFlight and App Review.
    case sandbox
    case xcode
    case referenceStore

    /// - Parameter name: as signed texts have it.
    public init(name: String) {
        switch name {
        case "Production": self = .production
        case "Sandbox": self = .sandbox
        case "Xcode": self = .xcode
        default: self = .unknown
        }
    }
}
