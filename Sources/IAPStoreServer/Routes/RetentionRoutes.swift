internal import Foundation
internal import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore
internal import IAPSignedData

/// The Retention Messaging API 1.5. Images and messages are approved immediately.
struct RetentionRoutes {
    let store: ReferenceStore
    let tests: PerformanceTests

    private static let mostImages = 2000
    private static let longestHeader = 66
    private static let longestBody = 144
    private static let longestAltText = 150
    private static let mostBulletPoints = 5
    private static let longestBulletPoint = 66

    /// - Parameter path: the path after `messaging`.
    func answer(_ request: HTTPRequest, _ path: [String]) throws(ServerAPIFailure) -> HTTPResponse? {
        switch (request.method, path.count, path.first) {
        case ("GET", 2, "image") where path[1] == "list": return try images()
        case ("PUT", 2, "image"): return try putImage(path[1], request)
        case ("DELETE", 2, "image"): return try remove(.image, try uuid(path[1], .imageNotFound))
        case ("GET", 2, "message") where path[1] == "list": return try messages()
        case ("PUT", 2, "message"): return try putMessage(path[1], request)
        case ("DELETE", 2, "message"): return try remove(.message, try uuid(path[1], .messageNotFound))
        case (let method, 3, "default"): return try defaultMessage(method, path[1], path[2], request)
        case (let method, 2, "realtime") where path[1] == "url": return try realtimeURL(method, request)
        case ("POST", 1, "performanceTest"): return try startTest(request)
        case ("GET", 3, "performanceTest") where path[1] == "result": return try tests.result(path[2])
        default: return nil
        }
    }

    // MARK: Images

    private func images() throws(ServerAPIFailure) -> HTTPResponse {
        let found = try askStore { () throws(StoreFailure) in try store.serverObjects(.image) }
        return .object([
            "imageIdentifiers": found.map {
                ["imageIdentifier": $0.id, "imageState": "APPROVED", "imageSize": $0.content]
            }
        ])
    }

    private func putImage(_ text: String, _ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse {
        let id = try uuid(text, .badRequest)
        let size = request.value("imageSize") ?? "FULL_SIZE"
        guard ["FULL_SIZE", "BULLET_POINT"].contains(size) else { throw .refused(.invalidImageSize) }
        guard let image = PNGHead(request.body), !image.hasTransparency,
            size != "FULL_SIZE" || image.width == 3840 && (160...2160).contains(image.height)
        else { throw .refused(.invalidImage) }
        let count = try askStore { () throws(StoreFailure) in try store.serverObjects(.image) }.count
        guard count < Self.mostImages else { throw .refused(.tooManyImages) }
        return try put(ServerObject(.image, id, size))
    }

    // MARK: Messages

    private func messages() throws(ServerAPIFailure) -> HTTPResponse {
        let found = try askStore { () throws(StoreFailure) in try store.serverObjects(.message) }
        return .object([
            "messageIdentifiers": found.map { ["messageIdentifier": $0.id, "messageState": "APPROVED"] }
        ])
    }

    private func putMessage(_ text: String, _ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse {
        let id = try uuid(text, .badRequest)
        guard let body = request.object, case .text(let header) = body["header"], case .text(let content) = body["body"]
        else { throw .refused(.badRequest) }
        guard header.count <= Self.longestHeader else { throw .refused(.headerTooLong) }
        guard content.count <= Self.longestBody else { throw .refused(.bodyTooLong) }
        if case .object(let image) = body["image"] {
            try checkImage(image)
        } else if body["headerPosition"] == .text("ABOVE_IMAGE") {
            throw .refused(.headerNeedsImage)
        }
        if case .list(let points) = body["bulletPoints"] {
            guard points.count <= Self.mostBulletPoints else { throw .refused(.tooManyBulletPoints) }
            for case .object(let point) in points {
                guard case .text(let text) = point["text"], text.count <= Self.longestBulletPoint else {
                    throw .refused(.bulletPointTooLong)
                }
                try checkImage(point)
            }
        }
        return try put(ServerObject(.message, id, String(decoding: request.body, as: UTF8.self)))
    }

    private func checkImage(_ image: JSONObject) throws(ServerAPIFailure) {
        guard case .text(let id) = image["imageIdentifier"], case .text(let altText) = image["altText"] else {
            throw .refused(.badRequest)
        }
        guard altText.count <= Self.longestAltText else { throw .refused(.altTextTooLong) }
        let found = try askStore { () throws(StoreFailure) in try store.serverObject(.image, id.lowercased()) }
        if found == nil { throw .refused(.imageNotFound) }
    }

    // MARK: Settings

    private func defaultMessage(
        _ method: String, _ product: String, _ locale: String, _ request: HTTPRequest
    ) throws(ServerAPIFailure) -> HTTPResponse? {
        guard store.catalogue.product(id: product) != nil else { throw .refused(.invalidProductID) }
        guard (2...35).contains(locale.count),
            locale.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        else { throw .refused(.invalidLocale) }
        let id = "\(product) \(locale)"
        switch method {
        case "PUT":
            guard case .text(let message) = request.object?["messageIdentifier"] else { throw .refused(.badRequest) }
            return try put(ServerObject(.defaultMessage, id, try uuid(message, .badRequest)))
        case "DELETE": return try remove(.defaultMessage, id)
        case "GET":
            let found = try askStore { () throws(StoreFailure) in try store.serverObject(.defaultMessage, id) }
            guard let found else { throw .refused(.defaultMessageNotFound) }
            return .object(["messageIdentifier": found.content])
        default: return nil
        }
    }

    private func realtimeURL(_ method: String, _ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse? {
        switch method {
        case "PUT":
            guard case .text(let text) = request.object?["realtimeURL"], let url = URL(string: text),
                ["http", "https"].contains(url.scheme), url.host?.isEmpty == false
            else { throw .refused(.invalidRealtimeURL) }
            return try put(ServerObject(.realtimeURL, "", text))
        case "DELETE": return try remove(.realtimeURL, "")
        case "GET":
            let found = try askStore { () throws(StoreFailure) in try store.serverObject(.realtimeURL, "") }
            guard let found else { throw .refused(.realtimeURLNotFound) }
            return .object(["realtimeURL": found.content])
        default: return nil
        }
    }

    private func startTest(_ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse {
        guard case .text(let text) = request.object?["originalTransactionId"], let id = transactionID(text) else {
            throw .refused(.invalidPerformanceTest)
        }
        let url = try askStore { () throws(StoreFailure) in try store.serverObject(.realtimeURL, "") }
        guard let url else { throw .refused(.realtimeURLNotFound) }
        return try tests.start(of: id, url.content)
    }

    // MARK: Common parts

    private func uuid(_ text: String, _ error: ServerAPIError) throws(ServerAPIFailure) -> String {
        guard UUIDText.isUUID(text) else { throw .refused(error) }
        return text.lowercased()
    }

    private func put(_ object: ServerObject) throws(ServerAPIFailure) -> HTTPResponse {
        try carryOut(.put(object: object))
    }

    private func remove(_ kind: ServerObject.Kind, _ id: String) throws(ServerAPIFailure) -> HTTPResponse {
        try carryOut(.remove(kind: kind, id: id))
    }

    private func carryOut(_ request: ServerAPIRequest) throws(ServerAPIFailure) -> HTTPResponse {
        let outcome = try askStore { () throws(StoreFailure) in try store.carryOut(request) }
        if case .refused(let error) = outcome { throw .refused(error) }
        return .empty(200)
    }
}

/// The first chunk of a PNG (ISO/IEC 15948), which contains the size of the image. The reader does not decode the
/// pixels.
private struct PNGHead {
    var width: Int
    var height: Int
    var hasTransparency: Bool

    init?(_ bytes: [UInt8]) {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.count >= 33, bytes.starts(with: signature), bytes[12..<16].elementsEqual("IHDR".utf8) else {
            return nil
        }
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        width = number(16)
        height = number(20)
        // Greyscale with alpha, or colours with alpha.
        hasTransparency = bytes[25] == 4 || bytes[25] == 6
    }
}
