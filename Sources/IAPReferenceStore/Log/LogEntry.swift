internal import IAPModel

/// A command with its time: one line of the log.
struct LogEntry: Sendable {
    /// The store's time before the command, in milliseconds since 1970.
    var date: Int64
    var command: StoreCommand
}

/// A line with a request names the device. A line with a control has the control. A line with neither means that time passed.
extension LogEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case date = "at"
        /// The signed-in account of the device; empty for none.
        case account
        case device
        /// The account with which the device was opened, if another account is signed in.
        case owner
        case request
        case control
    }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: CodingKeys.self)
        date = try line.decode(Int64.self, forKey: .date)
        if let request = try line.decodeIfPresent(DeviceRequest.self, forKey: .request) {
            let account = try line.decode(String.self, forKey: .account)
            let owner = try line.decodeIfPresent(String.self, forKey: .owner) ?? account
            let name = try line.decode(String.self, forKey: .device)
            command = .request(DeviceAddress(owner: owner, name: name, account: account), request)
        } else if let control = try line.decodeIfPresent(StoreControl.self, forKey: .control) {
            command = .control(control)
        } else {
            command = .settle
        }
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: CodingKeys.self)
        try line.encode(date, forKey: .date)
        switch command {
        case .settle: return
        case .control(let control): try line.encode(control, forKey: .control)
        case .request(let device, let request):
            try line.encode(device.account, forKey: .account)
            try line.encode(device.name, forKey: .device)
            if ExactText(device.owner) != ExactText(device.account) { try line.encode(device.owner, forKey: .owner) }
            try line.encode(request, forKey: .request)
        }
    }
}
