/// All commands, in the order of the help.
package enum CommandGroups {
    package static let all: [Command] =
        ListingCommands.all + PurchaseCommands.all + SubscriptionCommands.all + SettingCommands.all
        + QuirkCommands.all + NotificationCommands.all + ServerCommands.all + [ControlCommand.command]
        + FileCommands.all
        + ManualCommand.all
}
