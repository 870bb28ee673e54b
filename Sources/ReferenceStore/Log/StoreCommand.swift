internal import Foundation
internal import IAPModel

/// One change of the store's state: what was asked, by whom.
enum StoreCommand: Sendable {
    /// Time has passed, and what has fallen due has happened.
    case settle
    case control(StoreControl)
    case request(DeviceAddress, DeviceRequest)
}

/// Which device something is asked by, and for whom.
struct DeviceAddress: Sendable, Hashable {
    /// The account that the device was opened with.
    var owner: String
    var name: String
    /// The one that is signed in; empty for none.
    var account: String
}

/// A command with its time, as a line of the log has it.
struct LogEntry: Sendable, Codable {
    /// The store's time before the command, in milliseconds since 1970.
    var date: Int64
    var command: StoreCommand

    private enum Key: String, CodingKey {
        case date = "at"
        case account, device, owner, request, control
    }

    init(date: Int64, command: StoreCommand) {
        self.date = date
        self.command = command
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        date = try container.decode(Int64.self, forKey: .date)
        if let request = try container.decodeIfPresent(DeviceRequest.self, forKey: .request) {
            let account = try container.decode(String.self, forKey: .account)
            let owner = try container.decodeIfPresent(String.self, forKey: .owner) ?? account
            let name = try container.decode(String.self, forKey: .device)
            command = .request(DeviceAddress(owner: owner, name: name, account: account), request)
        } else if let control = try container.decodeIfPresent(StoreControl.self, forKey: .control) {
            command = .control(control)
        } else {
            command = .settle
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(date, forKey: .date)
        switch command {
        case .settle: return
        case .control(let control): try container.encode(control, forKey: .control)
        case .request(let device, let request):
            try container.encode(device.account, forKey: .account)
            try container.encode(device.name, forKey: .device)
            if ExactText(device.owner) != ExactText(device.account) {
                try container.encode(device.owner, forKey: .owner)
            }
            try container.encode(request, forKey: .request)
        }
    }

    /// JSON in one line; the same entry gives the same bytes.
    var line: String {
        get throws { try LogText.encode(self) }
    }
}

/// How lines of the log are written and read.
enum LogText {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ line: some StringProtocol) throws -> Value {
        try JSONDecoder().decode(type, from: Data(line.utf8))
    }
}
