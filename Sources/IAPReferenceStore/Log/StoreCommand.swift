/// One change of the store's state: what was asked, and by which device.
enum StoreCommand: Sendable {
    /// Time has passed, and what has fallen due happens.
    case settle
    case control(StoreControl)
    case request(DeviceAddress, DeviceRequest)

    /// Whether all that it changes is in the file, so that the written tables tell which listeners are concerned. It is true of the
    /// commands that come with every purchase; after others all listeners are called.
    var changesOnlyTheFile: Bool {
        switch self {
        case .settle, .request(_, .purchase), .request(_, .goOn), .request(_, .finish): true
        case .control, .request: false
        }
    }
}

/// Which device asks for something, and for which account.
struct DeviceAddress: Sendable, Hashable {
    /// The account that the device was opened with.
    var owner: String
    var name: String
    /// The account that is signed in; empty for none.
    var account: String
}
