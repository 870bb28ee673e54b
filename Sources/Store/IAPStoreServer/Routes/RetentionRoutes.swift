internal import Foundation
internal import IAPHTTPServer
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore
internal import IAPSignatures
internal import IAPStoreCommands

/// The Retention Messaging API 1.5, without its performance test. Images and messages are approved immediately.
struct RetentionRoutes {
    let store: ReferenceStore

    private static let mostImages = 2000
    private static let longestHeader = 66
    private static let longestBody = 144
    private static let longestAltText = 150
    private static let mostBulletPoints = 5
    private static let longestBulletPoint = 66

    /// - Parameter path: the path after `messaging`.
    func respond(to request: HTTPRequest, _ path: [String]) throws -> HTTPResponse? {
        switch (request.method, path.count, path.first) {
        case ("GET", 2, "image") where path[1] == "list": return try images()
        case ("PUT", 2, "image"): return try putImage(path[1], request)
        case ("DELETE", 2, "image"): return try remove(.image, try uuid(path[1], .imageNotFound))
        case ("GET", 2, "message") where path[1] == "list": return try messages()
        case ("PUT", 2, "message"): return try putMessage(path[1], request)
        case ("DELETE", 2, "message"): return try remove(.message, try uuid(path[1], .messageNotFound))
        case (let method, 3, "default"): return try defaultMessage(method, path[1], path[2], request)
        case (let method, 2, "realtime") where path[1] == "url": return try realtimeURL(method, request)
        default: return nil
        }
    }

    // MARK: Images

    private func images() throws -> HTTPResponse {
        let found = try store.server.objects.list(.image)
        return .object([
            "imageIdentifiers": .list(
                found.map {
                    .object(of: [
                        "imageIdentifier": .text($0.id), "imageState": .text("APPROVED"),
                        "imageSize": .text($0.content),
                    ])
                })
        ])
    }

    private func putImage(_ text: String, _ request: HTTPRequest) throws -> HTTPResponse {
        let id = try uuid(text, .badRequest)
        let size = request.value("imageSize") ?? "FULL_SIZE"
        guard ["FULL_SIZE", "BULLET_POINT"].contains(size) else { throw ServerAPIError.invalidImageSize }
        guard let image = PNGHead(request.body), !image.hasTransparency,
            size != "FULL_SIZE" || image.width == 3840 && (160...2160).contains(image.height)
        else { throw ServerAPIError.invalidImage }
        let count = try store.server.objects.list(.image).count
        guard count < Self.mostImages else { throw ServerAPIError.tooManyImages }
        return try put(ServerObject(.image, id, size))
    }

    // MARK: Messages

    private func messages() throws -> HTTPResponse {
        let found = try store.server.objects.list(.message)
        return .object([
            "messageIdentifiers": .list(
                found.map { .object(of: ["messageIdentifier": .text($0.id), "messageState": .text("APPROVED")]) })
        ])
    }

    private func putMessage(_ text: String, _ request: HTTPRequest) throws -> HTTPResponse {
        let id = try uuid(text, .badRequest)
        guard let body = request.object, case .text(let header) = body["header"], case .text(let content) = body["body"]
        else { throw ServerAPIError.badRequest }
        guard header.count <= Self.longestHeader else { throw ServerAPIError.headerTooLong }
        guard content.count <= Self.longestBody else { throw ServerAPIError.bodyTooLong }
        if case .object(let image) = body["image"] {
            try checkImage(image)
        } else if body["headerPosition"] == .text("ABOVE_IMAGE") {
            throw ServerAPIError.headerNeedsImage
        }
        if case .list(let points) = body["bulletPoints"] {
            guard points.count <= Self.mostBulletPoints else { throw ServerAPIError.tooManyBulletPoints }
            for case .object(let point) in points {
                guard case .text(let text) = point["text"], text.count <= Self.longestBulletPoint else {
                    throw ServerAPIError.bulletPointTooLong
                }
                try checkImage(point)
            }
        }
        return try put(ServerObject(.message, id, String(decoding: request.body, as: UTF8.self)))
    }

    private func checkImage(_ image: JSONObject) throws {
        guard case .text(let id) = image["imageIdentifier"], case .text(let altText) = image["altText"] else {
            throw ServerAPIError.badRequest
        }
        guard altText.count <= Self.longestAltText else { throw ServerAPIError.altTextTooLong }
        let found = try store.server.objects.find(.image, id.lowercased())
        if found == nil { throw ServerAPIError.imageNotFound }
    }

    // MARK: Settings

    private func defaultMessage(
        _ method: String, _ product: String, _ locale: String, _ request: HTTPRequest
    ) throws -> HTTPResponse? {
        guard store.catalogue.product(id: product) != nil else { throw ServerAPIError.invalidProductID }
        guard (2...35).contains(locale.count),
            locale.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        else { throw ServerAPIError.invalidLocale }
        let id = "\(product) \(locale)"
        switch method {
        case "PUT":
            guard case .text(let message) = request.object?["messageIdentifier"] else {
                throw ServerAPIError.badRequest
            }
            return try put(ServerObject(.defaultMessage, id, try uuid(message, .badRequest)))
        case "DELETE": return try remove(.defaultMessage, id)
        case "GET":
            let found = try store.server.objects.find(.defaultMessage, id)
            guard let found else { throw ServerAPIError.defaultMessageNotFound }
            return .object(["messageIdentifier": .text(found.content)])
        default: return nil
        }
    }

    private func realtimeURL(_ method: String, _ request: HTTPRequest) throws -> HTTPResponse? {
        switch method {
        case "PUT":
            guard case .text(let text) = request.object?["realtimeURL"], let url = URL(string: text),
                ["http", "https"].contains(url.scheme), url.host?.isEmpty == false
            else { throw ServerAPIError.invalidRealtimeURL }
            return try put(ServerObject(.realtimeURL, "", text))
        case "DELETE": return try remove(.realtimeURL, "")
        case "GET":
            let found = try store.server.objects.find(.realtimeURL, "")
            guard let found else { throw ServerAPIError.realtimeURLNotFound }
            return .object(["realtimeURL": .text(found.content)])
        default: return nil
        }
    }

    // MARK: Common parts

    private func uuid(_ text: String, _ error: ServerAPIError) throws -> String {
        guard UUIDText.isUUID(text) else { throw error }
        return text.lowercased()
    }

    private func put(_ object: ServerObject) throws -> HTTPResponse { try carryOut(.put(object: object)) }

    private func remove(_ kind: ServerObject.Kind, _ id: String) throws -> HTTPResponse {
        try carryOut(.remove(kind: kind, id: id))
    }

    private func carryOut(_ request: ServerAPIRequest) throws -> HTTPResponse {
        let outcome = try store.server.carryOut(request)
        if case .refused(let error) = outcome { throw error }
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

/// The request of the App Store to the game server when a player is about to cancel a subscription.
struct RetentionQuestion {
    let store: ReferenceStore
    let url: String

    struct Response {
        var milliseconds: Int
        /// The failure, by its name in the App Store Server API; nil for success.
        var failure: String?
        var body: [UInt8] = []
        var request = ""
    }

    func ask(_ id: UInt64, locale: String) -> Response {
        guard let question = try? store.server.signedRealtimeRequest(for: id, locale: locale) else {
            return Response(milliseconds: 0, failure: SendResult.other.rawValue)
        }
        let body = Array((JSONEncoder.sortedText(["signedPayload": question.text]) ?? "").utf8)
        let start = DispatchTime.now().uptimeNanoseconds
        // Apple waits 700 ms. After two seconds a response is not used.
        let outcome = Delivery(url: url, timeoutMilliseconds: 2000).post(body)
        let milliseconds = Int((DispatchTime.now().uptimeNanoseconds - start) / 1_000_000)
        return Response(
            milliseconds: milliseconds, failure: outcome.result == .success ? nil : outcome.result.rawValue,
            body: outcome.body, request: question.text)
    }
}

/// Simulates a player who is about to cancel. The command is in this module because it needs HTTP.
enum RetentionCommand {
    static let command = Command(
        name: "retention",
        summary:
            "Request a retention message from the game server, as the App Store does when a player is about to cancel",
        arguments: [.init("ID", "any transaction of the subscription")],
        options: [.init("locale", "LOCALE", "the player's language (default: en-US)")],
        details: """
            The command uses the realtime URL of the Retention Messaging API. If there is no such URL or no usable response, it
            shows the default message of the product and the locale.
            """,
        example: "iap-store retention 2000000123000001 --locale de-DE"
    ) { call, store in
        let id = try call.id("ID")
        let locale = call.option("locale") ?? "en-US"
        guard let transaction = try store.transactions.find(id),
            transaction.subscriptionGroupID != nil
        else { throw CommandError.refused("\(id) is not a transaction of a subscription") }
        let url = try store.server.objects.find(.realtimeURL, "")
        let response = url.map { RetentionQuestion(store: store, url: $0.content).ask(id, locale: locale) }
        let fallback = try store.server.objects.find(.defaultMessage, "\(transaction.productID) \(locale)")
        let isAnswered = response?.failure == nil && response?.body.isEmpty == false
        return .fields([
            Field("productId", "Product", .text(transaction.productID)),
            Field("url", "Request URL", .text(url?.content)),
            Field("milliseconds", "Response time in ms", .number(response?.milliseconds)),
            Field("failure", "Failed with", .text(response?.failure)),
            Field("response", "Response", .text(response.map { String(decoding: $0.body, as: UTF8.self) })),
            Field(
                "shown", "Shown",
                .text(isAnswered ? "the response" : fallback == nil ? "nothing" : "the default message")
            ),
            Field("defaultMessage", "Default message", .text(fallback?.content)),
            Field("signedPayload", "Signed request", .text(response?.request)),
        ])
    }
}
