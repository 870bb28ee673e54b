package import IAPJSON
package import IAPModel

/// The names of the policies in grants files, in exports and in the audit log.
extension Grant.RevocationPolicy {
    private static let words = [("take_back", takeBack), ("keep", keep), ("game_decides", gameDecides)]

    package var word: String {
        switch self {
        case .takeBack: "take_back"
        case .keep: "keep"
        case .gameDecides: "game_decides"
        }
    }

    /// The default policy if the text names none.
    package init(_ field: JSONField) throws(JSONFieldError) {
        self = field.isPresent ? try field.word(Self.words) : .takeBack
    }
}
