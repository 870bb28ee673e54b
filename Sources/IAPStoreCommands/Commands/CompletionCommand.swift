/// Writes scripts that complete commands and options in shells.
enum CompletionCommand {
    static let all = [completion]

    static let completion = Command(
        name: "completion", summary: "Write a script that completes commands and options in a shell",
        arguments: [.init("SHELL", "which", choices: ["bash", "zsh", "fish"])],
        details: """
            bash: source <(iap-store completion bash)
            zsh:  source <(iap-store completion zsh)
            fish: iap-store completion fish | source
            """,
        example: "iap-store completion bash"
    ) { call throws(CommandError) in
        let commands = call.commands
        let script =
            switch call.argument("SHELL") {
            case "bash": bash(commands)
            case "zsh": "autoload -U +X bashcompinit && bashcompinit\n" + bash(commands)
            default: fish(commands)
            }
        return .text(script, key: "script")
    }

    private static func options(_ command: Command) -> String {
        (command.options + CommandLineReader.common).map { "--\($0.name)" }.joined(separator: " ")
    }

    private static func words(_ command: Command) -> String {
        command.arguments.flatMap { $0.choices + $0.proposals }.joined(separator: " ")
    }

    private static func bash(_ commands: [Command]) -> String {
        let cases = commands.map { "        \($0.name)) words=\"\(words($0)) \(options($0))\" ;;\n" }.joined()
        return """
            _iap_store() {
                local word=${COMP_WORDS[COMP_CWORD]} words
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "help \(commands.map(\.name).joined(separator: " "))" -- "$word"))
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases)    *) words= ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$word"))
                if [ ${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$word")); fi
            }
            complete -F _iap_store iap-store

            """
    }

    private static func fish(_ commands: [Command]) -> String {
        var lines = ["complete -c iap-store -n __fish_use_subcommand -f -a help -d 'Help for a command'"]
        for command in commands {
            lines.append(
                "complete -c iap-store -n __fish_use_subcommand -f -a \(command.name) -d '\(command.summary.replacing("'", with: "\\'"))'"
            )
            let isSeen = "'__fish_seen_subcommand_from \(command.name)'"
            if !words(command).isEmpty { lines.append("complete -c iap-store -n \(isSeen) -f -a '\(words(command))'") }
            for option in command.options + CommandLineReader.common {
                let value =
                    option.value == nil
                    ? "" : option.choices.isEmpty ? " -r" : " -r -f -a '\(option.choices.joined(separator: " "))'"
                lines.append(
                    "complete -c iap-store -n \(isSeen) -l \(option.name)\(value) -d '\(option.summary.replacing("'", with: "\\'"))'"
                )
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
