import Foundation

/// Name and description in one language.
package struct CatalogueLocalization: Sendable, Hashable {
    /// As Xcode writes it: language, optional script, optional region, joined by `_`, for example `zh_Hans` or `es_MX`.
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
    /// The entry for a locale: the same one, one of the same language and script, one of the same language, `en_US`, the first.
    ///
    /// Apple does not document the order. A script that is not written follows from the region (CLDR's likely subtags), so that
    /// `zh_CN` is `zh_Hans` and `zh_HK` is `zh_Hant`.
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

/// A locale identifier in whichever of its spellings: `zh_Hant_HK`, `zh-hant-hk`.
private struct LocaleName: Equatable {
    private let text: String

    init(_ identifier: String) {
        text = identifier.replacingOccurrences(of: "-", with: "_").lowercased()
    }

    /// nil for a text that names no language.
    var language: (code: String, script: String?)? {
        let language = Locale.Language(identifier: text)
        guard let code = language.languageCode?.identifier, !code.isEmpty else { return nil }
        return (code, language.script?.identifier)
    }
}
