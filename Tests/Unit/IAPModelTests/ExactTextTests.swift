import IAPModel
import Testing

/// Texts of the store are compared byte by byte.
struct ExactTextTests {
    @Test func sameBytesAreEqual() {
        #expect(ExactText("coins") == ExactText("coins"))
        #expect(Set([ExactText("coins"), ExactText("coins"), ExactText("")]).count == 2)
    }

    @Test(arguments: [("caf\u{E9}", "cafe\u{301}"), ("\u{212B}", "\u{C5}"), ("coins", "Coins"), ("coins", "coins ")])
    func otherBytesAreNotEvenWhereSwiftTakesThemForTheSameCharacters(one: String, other: String) {
        #expect(ExactText(one) != ExactText(other))
        #expect(Set([ExactText(one), ExactText(other)]).count == 2)
    }
}
