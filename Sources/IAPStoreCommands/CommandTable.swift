/// All commands, in the order of the help.
package enum CommandTable {
    package static let all: [Command] =
        ListingCommands.all + PurchaseCommands.all + SubscriptionCommands.all + SettingCommands.all
        + HabitCommands.all + NotificationCommands.all + ServerCommands.all + [ServeCommand.command] + FileCommands.all
        + CompletionCommand.all + ManualCommand.all
}
