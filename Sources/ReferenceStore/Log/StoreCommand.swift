internal import Foundation
internal import IAPModel

/// One change of the store's state: what was asked, by whom.
enum StoreCommand: Sendable {
    /// Time has passed, and what has fallen due has happened.
    case settle
    case control(StoreControl)
    case request(DeviceAddress, DeviceRequest)

    /// Whether whatever it changes is in the file, so that the tables that were written tell all of it. These are the commands
    /// that come with every purchase; what is rarer need not be looked at so closely.
    var changesOnlyTheFile: Bool {
        switch self {
        case .settle, .request(_, .purchase), .request(_, .goOn), .request(_, .finish): true
        case .control, .request: false
        }
    }
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
struct LogEntry: Sendable, Decodable {
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

    /// JSON in one line; the same entry gives the same bytes.
    var line: String {
        get throws {
            var line = JSONLine()
            switch command {
            case .settle: line.add("at", date)
            case .control(let control):
                line.add("at", date)
                line.add("control", json: try control.json)
            case .request(let device, let request):
                line.add("account", device.account)
                line.add("at", date)
                line.add("device", device.name)
                if ExactText(device.owner) != ExactText(device.account) { line.add("owner", device.owner) }
                line.add("request", json: try request.json)
            }
            return String(decoding: line.ended, as: UTF8.self)
        }
    }
}

// What `JSONEncoder` makes of them. Those that come with every opening and every purchase are written without it: it would look
// for how to write all the others first.

extension StoreControl {
    fileprivate var json: [UInt8] {
        get throws {
            guard case .open(let rate) = self else { return Array(try LogText.encode(self).utf8) }
            var json = JSONLine()
            var control = JSONLine()
            control.add("rate", rate.rawValue)
            json.add("open", control)
            return json.ended
        }
    }
}

extension DeviceRequest {
    fileprivate var json: [UInt8] {
        get throws {
            var json = JSONLine()
            var request = JSONLine()
            switch self {
            case .open: json.add("open", request)
            case .forgetToldMessages: json.add("forgetToldMessages", request)
            case .purchase(let productID, let options):
                request.add("options", json: try options.json)
                request.add("productID", productID)
                json.add("purchase", request)
            case .finish(let id):
                request.add("id", id)
                json.add("finish", request)
            case .hear(let number):
                request.add("number", number)
                json.add("hear", request)
            default: return Array(try LogText.encode(self).utf8)
            }
            return json.ended
        }
    }
}

extension PurchaseOptions {
    fileprivate var json: [UInt8] {
        get throws {
            var json = JSONLine()
            json.add("advancedCommerceJWS", advancedCommerceJWS)
            json.add("appAccountToken", appAccountToken)
            json.add("billingPlanType", billingPlanType?.rawValue)
            json.add("introductoryOfferJWS", introductoryOfferJWS)
            if let promotionalOffer {
                json.add("promotionalOffer", json: try LogText.encode(promotionalOffer).utf8)
            }
            json.add("quantity", quantity)
            json.add("seats", seats)
            json.add("simulatesAskToBuy", simulatesAskToBuy)
            json.add("winBackOfferID", winBackOfferID)
            return json.ended
        }
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
