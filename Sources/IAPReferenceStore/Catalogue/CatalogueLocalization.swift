import Foundation

/// The name and the description in one language.
package struct CatalogueLocalization: Sendable, Hashable {
    /// In Xcode's spelling: language, optional script and optional region, joined by `_`. Examples: `zh_Hans`, `es_MX`.
    package var locale: String
    package var displayName: String
    package var description: String

    package init(locale: String, displayName: String, description: String = "") {
        self.locale = locale
        self.displayName = displayName
        self.description = description
    }
}

extension [CatalogueLocalization] {
    /// Returns the best entry for a locale. The order is: the same locale, the same language and script, the same language,
    /// `en_US`, the first entry.
    ///
    /// Apple does not document the order. If a locale has no script, the region gives it (CLDR's likely subtags): `zh_CN` is
    /// `zh_Hans` and `zh_HK` is `zh_Hant`.
    package func best(for locale: String) -> CatalogueLocalization? {
        let wanted = LocaleName(locale)
        if let exact = first(where: { LocaleName($0.locale) == wanted }) { return exact }
        guard count > 1 else { return first }

        let language = wanted.language
        let candidates = language.map { language in
            filter { LocaleName($0.locale).language?.code == language.code }
        }
        return candidates?.first { LocaleName($0.locale).language?.script == language?.script }
            ?? candidates?.first
            ?? first { LocaleName($0.locale) == LocaleName("en_US") }
            ?? first
    }
}

/// A locale identifier in any spelling: `zh_Hant_HK`, `zh-hant-hk`.
private struct LocaleName: Equatable {
    private let text: String

    init(_ identifier: String) {
        text = identifier.replacingOccurrences(of: "-", with: "_").lowercased()
    }

    /// nil if the text names no language.
    var language: (code: String, script: String?)? {
        let language = Locale.Language(identifier: text)
        guard let code = language.languageCode?.identifier, !code.isEmpty else { return nil }
        return (code, language.script?.identifier)
    }
}
