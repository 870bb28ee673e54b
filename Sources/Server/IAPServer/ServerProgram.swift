internal import Foundation
internal import IAPHTTPServer
internal import IAPJSON
internal import IAPPlatform
internal import IAPLedger
internal import IAPSignatures

package struct ServerProgram {
    package struct Outcome: Sendable {
        package var output = ""
        package var error = ""
        /// 0 for success, 1 for a failure, 2 for a wrong command line.
        package var code: Int32 = 0
    }

    private let environment: [String: String]
    private let say: (String) -> Void

    /// - Parameter say: writes a line while the program continues to run.
    package init(environment: [String: String], say: @escaping (String) -> Void) {
        self.environment = environment
        self.say = say
    }

    static let help = """
        iap-server: a game server for in-app purchases

          iap-server serve FILE [--ready-fd N]   runs until SIGTERM or SIGINT; FILE is the configuration (JSON)
          iap-server check FILE                  checks the configuration and reports each mistake in it
          iap-server key NAME ROLE               creates an access key; ROLE is game, studio or support
          iap-server --version                   prints the version

        The guide's page GrantServer.md describes the configuration.
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
                return Outcome(error: "iap-server: --ready-fd needs the number of an open file descriptor\n", code: 2)
            }
            return serve(words[1], readyFile: file)
        default:
            return Outcome(
                error: "iap-server: unknown command or wrong arguments; 'iap-server help' lists the commands\n", code: 2
            )
        }
    }

    private func check(_ path: String) -> Outcome {
        do throws(Configuration.Invalid) {
            let configuration = try Configuration(path: path, environment: environment)
            return Outcome(
                output:
                    "\(path) is valid: \(configuration.productIDs.count) products, \(configuration.keys.count) keys\n"
            )
        } catch {
            return Self.failure(path, error)
        }
    }

    private static func failure(_ path: String, _ error: Configuration.Invalid) -> Outcome {
        Outcome(error: error.mistakes.map { "iap-server: \(path): \($0.description)\n" }.joined(), code: 1)
    }

    private func key(_ name: String, _ role: String) -> Outcome {
        guard Configuration.Role(rawValue: role) != nil else {
            return Outcome(
                error: "iap-server: there is no role \(role); the roles are game, studio and support\n", code: 2)
        }
        do throws(SignedDataError) {
            let key = "iap_\(role)_" + Hex.text(try SystemRandom.bytes(32))
            let line = JSONEncoder.sortedText([
                "name": name, "role": role, "sha256": Hex.text(Digest.sha256(Array(key.utf8))),
            ])
            return Outcome(
                output:
                    "The key (shown only now):\n\(key)\n\nFor \"keys\" of the configuration:\n\(line ?? "")\n")
        } catch {
            return Outcome(error: "iap-server: \(error.description)\n", code: 1)
        }
    }

    /// A mistake in the file must not stop a server that runs: its keys stay.
    private static func readKeys(
        _ path: String, _ environment: [String: String], _ server: GrantServer, _ log: RequestLog
    ) {
        do throws(Configuration.Invalid) {
            let keys = try Configuration(path: path, environment: environment).keys
            server.replaceKeys(with: keys)
            log.note("info", "the access keys were read again", detail: "\(keys.count) keys")
        } catch {
            log.note("error", "the access keys stay, because the file has mistakes", detail: error.description)
        }
    }

    private func serve(_ path: String, readyFile: Int32?) -> Outcome {
        do {
            let configuration = try Configuration(path: path, environment: environment)
            // From here on, one thread waits for the signals that end the process.
            let signals = EndSignals()
            let reloads = ReloadSignal()
            let log = RequestLog()
            let server = try GrantServer(configuration, log: log)
            let environment = environment
            reloads.start { Self.readKeys(path, environment, server, log) }
            let host = configuration.address.contains(":") ? "[\(configuration.address)]" : configuration.address
            let url = "\(configuration.tls == nil ? "http" : "https")://\(host):\(server.port)"
            log.note("info", "serving", detail: url)
            let line = JSONEncoder.sortedText(["url": url]) ?? ""
            say(line)
            if let readyFile {
                let bytes = Array((line + "\n").utf8)
                guard write(readyFile, bytes, bytes.count) == bytes.count else {
                    return Outcome(error: "iap-server: --ready-fd: cannot write to descriptor \(readyFile)\n", code: 1)
                }
                close(readyFile)
            }
            signals.wait()
            server.stop()
            log.note("info", "ended")
            return Outcome()
        } catch let error as Configuration.Invalid {
            return Self.failure(path, error)
        } catch {
            return Outcome(error: "iap-server: \(error)\n", code: 1)
        }
    }
}

/// Waits for SIGHUP. Threads that start later have it blocked, so a signal that comes early does not end the process.
private struct ReloadSignal {
    private var set = sigset_t()

    init() {
        sigemptyset(&set)
        sigaddset(&set, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// - Parameter reload: called on a thread of its own for each signal, until the process ends.
    func start(_ reload: @escaping @Sendable () -> Void) {
        let signals = set
        Thread {
            var (set, number) = (signals, Int32(0))
            while sigwait(&set, &number) == 0 { reload() }
        }.start()
    }
}
