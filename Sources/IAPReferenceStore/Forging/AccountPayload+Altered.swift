extension AccountPayload {
    /// The same, passed off as another account's. It is the field that all that is signed for devices has.
    var altered: Self {
        var altered = self
        let last = appTransactionId.last?.wholeNumberValue ?? 0
        altered.appTransactionId = appTransactionId.dropLast() + String((last + 1) % 10)
        return altered
    }
}
