import Foundation
package import IAPModel
internal import IAPPlatform

/// The countries and regions of ISO 3166-1, and Kosovo, which the App Store calls `XKS`, with their currencies in the store.
///
/// For the 175 App Store territories, the currency is the one that App Store Connect lists (many sell in USD or EUR instead of
/// the country's own currency). For all others it is CLDR's currency of the region, or USD if there is none. The number of a
/// storefront is Apple's `X-Apple-Store-Front`. The table contains only numbers on which several public lists agree.
package enum StorefrontTable {
    package struct Row: Sendable, Hashable {
        /// ISO 3166-1 alpha-3, for example "USA".
        package var countryCode: String
        /// ISO 4217.
        package var currencyCode: String
        /// The App Store's own number for the storefront, for example "143441"; nil if there is none or it is unknown.
        package var storefrontID: String?

        /// The storefront. Its id is empty if the number is unknown.
        package var storefront: Storefront { Storefront(countryCode: countryCode, id: storefrontID ?? "") }
    }

    package static let rows: [Row] = text.split(separator: "\n").flatMap { line in
        let words = line.split(separator: " ")
        return words.dropFirst().map { word in
            let parts = word.split(separator: ":")
            return Row(
                countryCode: String(parts[0]), currencyCode: String(words[0]),
                storefrontID: parts.count > 1 ? "143\(parts[1])" : nil)
        }
    }

    private static let rowByCountryCode = Dictionary(rows.map { ($0.countryCode, $0) }, uniquingKeysWith: { $1 })

    /// Returns the row of an alpha-3 code in capitals; nil for any other text.
    package static func row(_ countryCode: String) -> Row? { rowByCountryCode[countryCode] }
}

/// Writes prices as the store shows them: the storefront's currency in the form of a locale.
///
/// The two are independent, as in Xcode's editor: a German locale writes a price of the USA storefront as `0,99 $`. The
/// machine's locale has no effect. Every call is thread-safe.
package final class PriceFormatter: Sendable {
    private struct Key: Hashable {
        let currencyCode: String
        let locale: String
    }

    private let styles = Guarded<[Key: Decimal.FormatStyle.Currency]>([:])

    package init() {}

    /// Returns a price. Example: 990, "USD", "en_US" gives `$0.99`. An unknown language uses `en_US`.
    package func string(milliunits: Int64, currencyCode: String, locale: String) -> String {
        let key = Key(currencyCode: currencyCode, locale: locale)
        let style = styles.withLock { styles in
            if let style = styles[key] { return style }
            let style = Decimal.FormatStyle.Currency(code: currencyCode, locale: Self.locale(locale))
            styles[key] = style
            return style
        }
        return (Decimal(milliunits) / 1000).formatted(style)
    }

    /// For an unknown language, ICU uses the machine's own locale. A test must not depend on that.
    private static func locale(_ identifier: String) -> Locale {
        let locale = Locale(identifier: identifier)
        guard let language = locale.language.languageCode?.identifier, languages.contains(language) else {
            return Locale(identifier: "en_US")
        }
        return locale
    }

    private static let languages = Set(
        Locale.availableIdentifiers.compactMap { $0.split(separator: "_").first.map(String.init) })
}

extension StorefrontTable {
    /// Each line is a currency and its countries: the alpha-3 code, and the storefront's number without its 143 if it is known.
    static let text = """
        AED ARE:481
        AUD AUS:460 CCK CXR HMD KIR NFK TUV
        AWG ABW
        BDT BGD:490
        BIF BDI
        BRL BRA:503
        CAD CAN:455
        CHF CHE:459 LIE:522
        CLP CHL:483
        CNY CHN:465
        COP COL:501
        CUP CUB
        CZK CZE:489
        DJF DJI
        DKK DNK:458 FRO GRL
        EGP EGY:516
        ERN ERI
        ETB ETH
        EUR ALA AND ATF AUT:445 BEL:446 BGR:526 BIH:612 BLM CYP:557 DEU:443 ESP:454 EST:518 FIN:447 FRA:442 GLP GRC:448
        EUR GUF HRV:494 IRL:449 ITA:450 LTU:520 LUX:451 LVA:519 MAF MCO MLT:521 MNE:619 MTQ MYT NLD:452 PRT:453 REU SMR
        EUR SPM SRB:500 SVK:496 SVN:499 VAT XKS:624
        FKP FLK
        GBP GBR:444 GGY IMN JEY SGS
        GIP GIB
        GNF GIN
        HKD HKG:463
        HTG HTI
        HUF HUN:482
        IDR IDN:476
        ILS ISR:491 PSE
        INR IND:467
        IRR IRN
        JPY JPN:462
        KMF COM
        KPW PRK
        KRW KOR:466
        KZT KAZ:517
        MAD ESH
        MXN MEX:468
        MYR MYS:473
        NGN NGA:561
        NOK BVT NOR:457 SJM
        NZD COK NIU NZL:461 PCN TKL
        PEN PER:507
        PHP PHL:474
        PKR PAK:477
        PLN POL:478
        QAR QAT:498
        RON ROU:487
        RUB RUS:469
        SAR SAU:479
        SDG SDN
        SEK SWE:456
        SGD SGP:464
        SHP SHN
        SOS SOM
        SSP SSD
        SYP SYR
        THB THA:475
        TRY TUR:480
        TWD TWN:470
        TZS TZA:572
        USD AFG:610 AGO:564 AIA:538 ALB:575 ARG:505 ARM:524 ASM ATA ATG:540 AZE:568 BEN:576 BES BFA:578 BHR:559 BHS:539
        USD BLR:565 BLZ:555 BMU:542 BOL:556 BRB:541 BRN:560 BTN:577 BWA:525 CIV:527 CMR:574 COD:613 COG:582 CPV:580
        USD CRI:495 CYM:544 DMA:545 DOM:508 DZA:563 ECU:509 FJI:583 FSM:591 GAB:614 GEO:615 GHA:573 GMB:584 GNB:585
        USD GRD:546 GTM:504 GUM GUY:553 HND:510 IOT IRQ:617 ISL:558 JAM:511 JOR:528 KEN:529 KGZ:586 KHM:579 KNA:548
        USD KWT:493 LAO:587 LBN:497 LBR:588 LBY:567 LCA:549 LKA:486 MAC:515 MAR:620 MDA:523 MDG:531 MDV:488 MHL MKD:530
        USD MLI:532 MMR:570 MNG:592 MNP MOZ:593 MRT:590 MSR:547 MUS:533 MWI:589 NAM:594 NER:534 NIC:512 NPL:484 NRU:606
        USD OMN:562 PAN:485 PLW:595 PNG:597 PRI PRY:513 RWA:621 SEN:535 SLB:601 SLE:600 SLV:506 STP:598 SUR:554 SWZ:602
        USD SYC:599 TCA:552 TCD:581 TJK:603 TKM:604 TLS TON:608 TTO:551 TUN:536 UGA:537 UKR:492 UMI URY:514 USA:441
        USD UZB:566 VCT:550 VEN:502 VGB:543 VIR VUT:609 YEM:571 ZMB:622 ZWE:605
        VND VNM:471
        WST WSM
        XAF CAF GNQ
        XCG CUW SXM
        XOF TGO
        XPF NCL PYF WLF
        ZAR LSO ZAF:472
        """
}
