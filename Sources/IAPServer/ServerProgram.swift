internal import Foundation
internal import IAPHTTP
internal import IAPJSON
internal import IAPPlatform
internal import IAPSQL
internal import IAPService
internal import IAPSignedData
internal import IAPSignedText

/// The command line of iap-server.
package struct ServerProgram {
    package struct Outcome: Sendable {
        package var output = ""
        package var error = ""
        /// 0, 1 if it failed, 2 if the command line is wrong.
        package var code: Int32 = 0
    }

    private let environment: [String: String]
    private let say: (String) -> Void

    /// - Parameter say: writes a line while the program goes on.
    package init(environment: [String: String], say: @escaping (String) -> Void) {
        self.environment = environment
        self.say = say
    }

    static let help = """
        iap-server: the game's server for in-app purchases

          iap-server serve FILE [--ready-fd N]   serves until SIGTERM or SIGINT; FILE is the configuration, JSON
          iap-server check FILE                  reads the configuration and says what is wrong with it
          iap-server key NAME ROLE               makes an access key; ROLE is game, studio or support
          iap-server --version                   prints the version

        The guide's page "The game's server" describes the configuration.
        """

    package func run(_ words: [String]) -> Outcome {
        switch (words.first, words.count) {
        case (nil, _), ("help", _), ("--help", _), ("-h", _): return Outcome(output: Self.help + "\n")
        case ("--version", 1): return Outcome(output: "iap-server \(LibraryVersion.text)\n")
        case ("check", 2): return check(words[1])
        case ("key", 3): return key(words[1], words[2])
        case ("serve", 2): return serve(words[1], readyFile: nil)
        case ("serve", 4) where words[2] == "--ready-fd":
            guard let file = Int32(words[3]), file >= 0 else {
                return Outcome(error: "iap-server: --ready-fd is the number of an open file\n", code: 2)
            }
            return serve(words[1], readyFile: file)
        default: return Outcome(error: "iap-server: which command? 'iap-server help' lists them\n", code: 2)
        }
    }

    private func check(_ path: String) -> Outcome {
        do throws(JSONFieldError) {
            let configuration = try Configuration(path: path, environment: environment)
            return Outcome(
                output:
                    "\(path) is in order: \(configuration.productIDs.count) products, \(configuration.keys.count) keys\n"
            )
        } catch {
            return Outcome(error: "iap-server: \(path): \(error.description)\n", code: 1)
        }
    }

    private func key(_ name: String, _ role: String) -> Outcome {
        guard Configuration.Role(rawValue: role) != nil else {
            return Outcome(error: "iap-server: \(role) is no role; game, studio and support are\n", code: 2)
        }
        do throws(SignedDataError) {
            let key = "iap_\(role)_" + Hex.text(try SystemRandom.bytes(32))
            let line = JSONEncoder.sortedText([
                "name": name, "role": role, "sha256": Hex.text(Digest.sha256(Array(key.utf8))),
            ])
            return Outcome(
                output:
                    "The key, which is shown this once:\n\(key)\n\nFor \"keys\" of the configuration:\n\(line ?? "")\n")
        } catch {
            return Outcome(error: "iap-server: \(error.description)\n", code: 1)
        }
    }

    private func serve(_ path: String, readyFile: Int32?) -> Outcome {
        do {
            let configuration = try Configuration(path: path, environment: environment)
            // From here on, one thread waits for the signals that end the process.
            let signals = EndSignals()
            let log = RequestLog()
            let server = try GrantServer(configuration, log: log)
            let host = configuration.address.contains(":") ? "[\(configuration.address)]" : configuration.address
            let url = "\(configuration.tls == nil ? "http" : "https")://\(host):\(server.port)"
            log.note("info", "serving", detail: url)
            let line = JSONEncoder.sortedText(["url": url]) ?? ""
            say(line)
            if let readyFile {
                let bytes = Array((line + "\n").utf8)
                guard write(readyFile, bytes, bytes.count) == bytes.count else {
                    return Outcome(error: "iap-server: --ready-fd \(readyFile): it cannot be written to\n", code: 1)
                }
                close(readyFile)
            }
            signals.wait()
            server.stop()
            log.note("info", "ended")
            return Outcome()
        } catch {
            return Outcome(error: "iap-server: \(error)\n", code: 1)
        }
    }
}
