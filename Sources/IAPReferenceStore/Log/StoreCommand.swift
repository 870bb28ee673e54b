/// One change of the store's state: the request, and the device that made it.
enum StoreCommand: Sendable {
    /// Time has passed: carry out everything that is due.
    case settle
    case control(StoreControl)
    case request(DeviceAddress, DeviceRequest)

    /// Whether the file contains every change of the command. The written tables then tell which listeners to notify. This is
    /// true for the commands of every purchase. After other commands the store notifies all listeners.
    var changesOnlyTheFile: Bool {
        switch self {
        case .settle, .request(_, .purchase), .request(_, .goOn), .request(_, .finish): true
        case .control, .request: false
        }
    }
}

/// The device that makes a request, and its account.
struct DeviceAddress: Sendable, Hashable {
    /// The account with which the device was opened.
    var owner: String
    var name: String
    /// The signed-in account; empty for none.
    var account: String
}
