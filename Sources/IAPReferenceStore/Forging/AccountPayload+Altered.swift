extension AccountPayload {
    /// The same payload with another account. Everything that is signed for devices has this field.
    var altered: Self {
        var altered = self
        let last = appTransactionId.last?.wholeNumberValue ?? 0
        altered.appTransactionId = appTransactionId.dropLast() + String((last + 1) % 10)
        return altered
    }
}
