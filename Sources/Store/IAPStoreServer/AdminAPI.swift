internal import IAPHTTPServer
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore
internal import IAPStoreCommands

/// The store's commands as JSON over HTTP: `POST /admin/v1/COMMAND` with arguments and options as members of an object.
struct AdminAPI: Sendable {
    let store: ReferenceStore
    let token: String
    let events: EventFeed

    static let commands = (CommandGroups.all + [RetentionCommand.command]).filter { !$0.isLocal }

    /// Returns nil for a path that is not part of this API.
    func respond(to request: HTTPRequest) -> HTTPResponse? {
        let path = request.segments
        guard path.first == "admin" else { return nil }
        // The token gives full access. A page of another site does not know it and cannot send this header.
        guard let given = request.bearer, Self.isSame(given, token) else {
            return Self.error(401, "the header Authorization must be: Bearer TOKEN; 'iap-store serve' prints the token")
        }
        guard path.count == 3, path[1] == "v1" else { return Self.error(404, "there is no path \(request.path)") }
        if path[2] == "events", request.method == "GET" { return events.response() }
        if path[2] == "commands", request.method == "GET" { return .json(Self.description) }
        guard let command = Self.commands.first(where: { $0.name == path[2] }) else {
            return Self.error(404, "there is no command \(path[2])")
        }
        guard request.method == "POST" else { return Self.error(405, "commands need the method POST") }
        return run(command, request)
    }

    private func run(_ command: Command, _ request: HTTPRequest) -> HTTPResponse {
        do {
            var call = try call(command, request)
            call.files.opened = store
            return .json(try command.run(call).json)
        } catch {
            let error = CommandError(error)
            let status =
                switch error.kind {
                case .usage: 400
                case .refused: 409
                case .file: 500
                }
            return Self.error(status, error.message)
        }
    }

    // MARK: Reading

    private func call(_ command: Command, _ request: HTTPRequest) throws -> Call {
        var call = Call(
            arguments: [:], options: [:], files: StoreFiles(storePath: "", storekitPath: nil, exists: { _ in true }))
        call.isJSON = true
        guard !request.body.isEmpty else { return try checked(call, command) }
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(request.body) } catch {
            throw CommandError.usage("the body is not valid JSON: \(error.description)")
        }
        guard case .object(let object) = value else { throw CommandError.usage("the body is not a JSON object") }
        for member in object.members {
            if let argument = command.arguments.first(where: { $0.key == member.name }) {
                call.arguments[argument.name] = try words(member, argument)
            } else if let option = command.options.first(where: { $0.key == member.name && !$0.isLocal }) {
                try read(member, option, into: &call)
            } else {
                throw CommandError.usage("\(command.name) has no argument or option \(quoted(member.name))")
            }
        }
        return try checked(call, command)
    }

    private func read(_ member: JSONObject.Member, _ option: Command.Option, into call: inout Call) throws {
        if option.value == nil, option.choices.isEmpty {
            guard case .flag(let flag) = member.value else {
                throw CommandError.usage("\(member.name) must be true or false")
            }
            if flag { call.options[option.name] = "" }
        } else {
            let word = try word(member)
            guard option.choices.isEmpty || option.choices.contains(word) else {
                throw CommandError.usage("\(member.name) must be one of \(option.choices.joined(separator: ", "))")
            }
            call.options[option.name] = word
        }
    }

    private func words(_ member: JSONObject.Member, _ argument: Command.Argument) throws -> [String] {
        if argument.name == "JSON", case .object = member.value { return [member.value.json] }
        let word = try word(member)
        guard argument.choices.isEmpty || argument.choices.contains(word) else {
            throw CommandError.usage("\(member.name) must be one of \(argument.choices.joined(separator: ", "))")
        }
        return [word]
    }

    private func word(_ member: JSONObject.Member) throws -> String {
        switch member.value {
        case .text(let text): return text
        case .number(let number): return number.digits
        default: throw CommandError.usage("\(member.name) must be a string or a number")
        }
    }

    private func checked(_ call: Call, _ command: Command) throws -> Call {
        for argument in command.arguments where argument.count != .optional && call.arguments[argument.name] == nil {
            throw CommandError.usage("\(argument.key) is missing: \(argument.summary)")
        }
        return call
    }

    // MARK: Describing

    static func error(_ status: Int, _ message: String) -> HTTPResponse {
        .json(JSONValue.object(of: ["error": .text(message)]).json, status: status)
    }

    /// Compares in constant time.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(one, other) { difference |= left ^ right }
        return difference == 0
    }

    private static let description = JSONValue.list(
        commands.map { command in
            let arguments = command.arguments.map {
                part($0.key, $0.summary, isRequired: $0.count != .optional, isSwitch: false, $0.choices)
            }
            let options = command.options.filter { !$0.isLocal }.map {
                let isSwitch = $0.value == nil && $0.choices.isEmpty
                return part($0.key, $0.summary, isRequired: false, isSwitch: isSwitch, $0.choices)
            }
            return .object(of: [
                "name": .text(command.name), "summary": .text(command.summary),
                "details": command.details.isEmpty ? nil : .text(command.details), "arguments": .list(arguments),
                "options": .list(options),
            ])
        }
    ).json

    private static func part(
        _ name: String, _ summary: String, isRequired: Bool, isSwitch: Bool, _ choices: [String]
    ) -> JSONValue {
        .object(of: [
            "name": .text(name), "summary": .text(summary), "isRequired": .flag(isRequired),
            "isSwitch": .flag(isSwitch), "choices": choices.isEmpty ? nil : .optional(choices),
        ])
    }
}

extension Command.Argument {
    /// The name in JSON.
    var key: String { name.lowercased() }
}

extension Command.Option {
    /// The name in JSON. For example, "bundle-id" is bundleId.
    var key: String {
        let parts = name.split(separator: "-")
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
