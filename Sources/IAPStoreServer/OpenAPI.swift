internal import Foundation
internal import IAPJSON
internal import IAPStoreCommands

/// The OpenAPI description of the admin API. The table of commands is its source.
enum OpenAPI {
    static let text = JSONEncoder.sortedText(document) ?? "{}"

    private static var document: JSONNode {
        var paths: [String: JSONNode] = [
            "/admin/v1/commands": .object([
                "get": operation("List the commands", "commands", .object(["type": "array"]))
            ]),
            "/admin/v1/events": .object([
                "get": .object([
                    "operationId": "events", "summary": "Stream the lines of the store's log as server-sent events",
                    "parameters": .list([
                        .object([
                            "name": "after", "in": "query", "schema": .object(["type": "integer"]),
                            "description":
                                "the number of the line to start after; without it, only new lines are sent",
                        ])
                    ]),
                    "responses": .object([
                        "200": .object([
                            "description":
                                "events of the types open and command; the event id is the number of the line",
                            "content": .object(["text/event-stream": .object([:])]),
                        ]), "401": refusal("The token is missing or wrong"),
                    ]),
                ])
            ]),
        ]
        for command in AdminAPI.commands {
            paths["/admin/v1/\(command.name)"] = .object(["post": .object(post(command))])
        }
        return .object([
            "openapi": "3.1.0",
            "info": .object([
                "title": "iap-store admin API", "version": "1",
                "description": "Controls a reference App Store. It has all functions of the command line.",
            ]),
            "servers": .list([.object(["url": "/"])]),
            "security": .list([.object(["token": .list([])])]),
            "components": .object([
                "securitySchemes": .object(["token": .object(["type": "http", "scheme": "bearer"])]),
                "schemas": .object([
                    "Error": .object([
                        "type": "object", "required": .list(["error"]),
                        "properties": .object(["error": .object(["type": "string"])]),
                    ])
                ]),
            ]),
            "paths": .object(paths),
        ])
    }

    private static func operation(_ summary: String, _ id: String, _ schema: JSONNode) -> JSONNode {
        .object([
            "summary": .text(summary), "operationId": .text(id),
            "responses": .object(["200": answer(schema), "401": refusal("The token is missing or wrong")]),
        ])
    }

    private static func post(_ command: Command) -> [String: JSONNode] {
        var properties: [String: JSONNode] = [:]
        for argument in command.arguments {
            var schema = self.schema(argument.summary, argument.choices)
            if argument.name == "JSON" { schema["type"] = .list(["object", "string"]) }
            properties[argument.key] = .object(schema)
        }
        for option in command.options where !option.isLocal {
            var schema = self.schema(option.summary, option.choices)
            if option.value == nil, option.choices.isEmpty { schema["type"] = "boolean" }
            properties[option.key] = .object(schema)
        }
        let required = command.arguments.filter { $0.count != .optional }.map { JSONNode.text($0.key) }
        var body: [String: JSONNode] = [
            "type": "object", "additionalProperties": .flag(false), "properties": .object(properties),
        ]
        if !required.isEmpty { body["required"] = .list(required) }
        var operation: [String: JSONNode] = [
            "operationId": .text(command.name), "summary": .text(command.summary),
            "requestBody": .object([
                "required": .flag(!required.isEmpty),
                "content": .object(["application/json": .object(["schema": .object(body)])]),
            ]),
            "responses": .object([
                "200": answer(.object(["type": .list(["object", "array"])])),
                "400": refusal("The request is wrong"), "401": refusal("The token is missing or wrong"),
                "409": refusal("The store refuses the command, or the named object does not exist"),
                "500": refusal("The store's file cannot be read or written"),
            ]),
        ]
        if !command.details.isEmpty { operation["description"] = .text(command.details) }
        return operation
    }

    /// Requests can also write numbers as strings. In responses, ids are always strings.
    private static func schema(_ summary: String, _ choices: [String]) -> [String: JSONNode] {
        var schema: [String: JSONNode] = ["type": .list(["string", "integer"]), "description": .text(summary)]
        if !choices.isEmpty {
            schema["type"] = "string"
            schema["enum"] = .list(choices.map(JSONNode.text))
        }
        return schema
    }

    private static func answer(_ schema: JSONNode) -> JSONNode {
        .object([
            "description": "The result",
            "content": .object(["application/json": .object(["schema": schema])]),
        ])
    }

    private static func refusal(_ description: String) -> JSONNode {
        .object([
            "description": .text(description),
            "content": .object([
                "application/json": .object(["schema": .object(["$ref": "#/components/schemas/Error"])])
            ]),
        ])
    }
}

/// A JSON value to write.
private enum JSONNode: Encodable, ExpressibleByStringLiteral {
    case text(String)
    case flag(Bool)
    case list([JSONNode])
    case object([String: JSONNode])

    init(stringLiteral text: String) { self = .text(text) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}
