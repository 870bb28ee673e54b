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
        /// ISO 3166-1 alpha-2, for example "US".
        package var alpha2: String
        /// ISO 4217.
        package var currencyCode: String
        /// The App Store's own number for the storefront, for example "143441"; nil if there is none or it is unknown.
        package var storefrontID: String?

        /// The storefront. Its id is empty if the number is unknown.
        package var storefront: Storefront { Storefront(countryCode: countryCode, id: storefrontID ?? "") }
    }

    /// The rows in the order of the country codes.
    package static let rows: [Row] = text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ").map(String.init)
        guard fields.count >= 3 else { return nil }
        return Row(
            countryCode: fields[0], alpha2: fields[1], currencyCode: fields[2],
            storefrontID: fields.count > 3 ? fields[3] : nil)
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
    /// The alpha-3 code, the alpha-2 code, the currency, and the storefront's number if it is known.
    static let text = """
        ABW AW AWG
        AFG AF USD 143610
        AGO AO USD 143564
        AIA AI USD 143538
        ALA AX EUR
        ALB AL USD 143575
        AND AD EUR
        ARE AE AED 143481
        ARG AR USD 143505
        ARM AM USD 143524
        ASM AS USD
        ATA AQ USD
        ATF TF EUR
        ATG AG USD 143540
        AUS AU AUD 143460
        AUT AT EUR 143445
        AZE AZ USD 143568
        BDI BI BIF
        BEL BE EUR 143446
        BEN BJ USD 143576
        BES BQ USD
        BFA BF USD 143578
        BGD BD BDT 143490
        BGR BG EUR 143526
        BHR BH USD 143559
        BHS BS USD 143539
        BIH BA EUR 143612
        BLM BL EUR
        BLR BY USD 143565
        BLZ BZ USD 143555
        BMU BM USD 143542
        BOL BO USD 143556
        BRA BR BRL 143503
        BRB BB USD 143541
        BRN BN USD 143560
        BTN BT USD 143577
        BVT BV NOK
        BWA BW USD 143525
        CAF CF XAF
        CAN CA CAD 143455
        CCK CC AUD
        CHE CH CHF 143459
        CHL CL CLP 143483
        CHN CN CNY 143465
        CIV CI USD 143527
        CMR CM USD 143574
        COD CD USD 143613
        COG CG USD 143582
        COK CK NZD
        COL CO COP 143501
        COM KM KMF
        CPV CV USD 143580
        CRI CR USD 143495
        CUB CU CUP
        CUW CW XCG
        CXR CX AUD
        CYM KY USD 143544
        CYP CY EUR 143557
        CZE CZ CZK 143489
        DEU DE EUR 143443
        DJI DJ DJF
        DMA DM USD 143545
        DNK DK DKK 143458
        DOM DO USD 143508
        DZA DZ USD 143563
        ECU EC USD 143509
        EGY EG EGP 143516
        ERI ER ERN
        ESH EH MAD
        ESP ES EUR 143454
        EST EE EUR 143518
        ETH ET ETB
        FIN FI EUR 143447
        FJI FJ USD 143583
        FLK FK FKP
        FRA FR EUR 143442
        FRO FO DKK
        FSM FM USD 143591
        GAB GA USD 143614
        GBR GB GBP 143444
        GEO GE USD 143615
        GGY GG GBP
        GHA GH USD 143573
        GIB GI GIP
        GIN GN GNF
        GLP GP EUR
        GMB GM USD 143584
        GNB GW USD 143585
        GNQ GQ XAF
        GRC GR EUR 143448
        GRD GD USD 143546
        GRL GL DKK
        GTM GT USD 143504
        GUF GF EUR
        GUM GU USD
        GUY GY USD 143553
        HKG HK HKD 143463
        HMD HM AUD
        HND HN USD 143510
        HRV HR EUR 143494
        HTI HT HTG
        HUN HU HUF 143482
        IDN ID IDR 143476
        IMN IM GBP
        IND IN INR 143467
        IOT IO USD
        IRL IE EUR 143449
        IRN IR IRR
        IRQ IQ USD 143617
        ISL IS USD 143558
        ISR IL ILS 143491
        ITA IT EUR 143450
        JAM JM USD 143511
        JEY JE GBP
        JOR JO USD 143528
        JPN JP JPY 143462
        KAZ KZ KZT 143517
        KEN KE USD 143529
        KGZ KG USD 143586
        KHM KH USD 143579
        KIR KI AUD
        KNA KN USD 143548
        KOR KR KRW 143466
        KWT KW USD 143493
        LAO LA USD 143587
        LBN LB USD 143497
        LBR LR USD 143588
        LBY LY USD 143567
        LCA LC USD 143549
        LIE LI CHF 143522
        LKA LK USD 143486
        LSO LS ZAR
        LTU LT EUR 143520
        LUX LU EUR 143451
        LVA LV EUR 143519
        MAC MO USD 143515
        MAF MF EUR
        MAR MA USD 143620
        MCO MC EUR
        MDA MD USD 143523
        MDG MG USD 143531
        MDV MV USD 143488
        MEX MX MXN 143468
        MHL MH USD
        MKD MK USD 143530
        MLI ML USD 143532
        MLT MT EUR 143521
        MMR MM USD 143570
        MNE ME EUR 143619
        MNG MN USD 143592
        MNP MP USD
        MOZ MZ USD 143593
        MRT MR USD 143590
        MSR MS USD 143547
        MTQ MQ EUR
        MUS MU USD 143533
        MWI MW USD 143589
        MYS MY MYR 143473
        MYT YT EUR
        NAM NA USD 143594
        NCL NC XPF
        NER NE USD 143534
        NFK NF AUD
        NGA NG NGN 143561
        NIC NI USD 143512
        NIU NU NZD
        NLD NL EUR 143452
        NOR NO NOK 143457
        NPL NP USD 143484
        NRU NR USD 143606
        NZL NZ NZD 143461
        OMN OM USD 143562
        PAK PK PKR 143477
        PAN PA USD 143485
        PCN PN NZD
        PER PE PEN 143507
        PHL PH PHP 143474
        PLW PW USD 143595
        PNG PG USD 143597
        POL PL PLN 143478
        PRI PR USD
        PRK KP KPW
        PRT PT EUR 143453
        PRY PY USD 143513
        PSE PS ILS
        PYF PF XPF
        QAT QA QAR 143498
        REU RE EUR
        ROU RO RON 143487
        RUS RU RUB 143469
        RWA RW USD 143621
        SAU SA SAR 143479
        SDN SD SDG
        SEN SN USD 143535
        SGP SG SGD 143464
        SGS GS GBP
        SHN SH SHP
        SJM SJ NOK
        SLB SB USD 143601
        SLE SL USD 143600
        SLV SV USD 143506
        SMR SM EUR
        SOM SO SOS
        SPM PM EUR
        SRB RS EUR 143500
        SSD SS SSP
        STP ST USD 143598
        SUR SR USD 143554
        SVK SK EUR 143496
        SVN SI EUR 143499
        SWE SE SEK 143456
        SWZ SZ USD 143602
        SXM SX XCG
        SYC SC USD 143599
        SYR SY SYP
        TCA TC USD 143552
        TCD TD USD 143581
        TGO TG XOF
        THA TH THB 143475
        TJK TJ USD 143603
        TKL TK NZD
        TKM TM USD 143604
        TLS TL USD
        TON TO USD 143608
        TTO TT USD 143551
        TUN TN USD 143536
        TUR TR TRY 143480
        TUV TV AUD
        TWN TW TWD 143470
        TZA TZ TZS 143572
        UGA UG USD 143537
        UKR UA USD 143492
        UMI UM USD
        URY UY USD 143514
        USA US USD 143441
        UZB UZ USD 143566
        VAT VA EUR
        VCT VC USD 143550
        VEN VE USD 143502
        VGB VG USD 143543
        VIR VI USD
        VNM VN VND 143471
        VUT VU USD 143609
        WLF WF XPF
        WSM WS WST
        YEM YE USD 143571
        ZAF ZA ZAR 143472
        ZMB ZM USD 143622
        ZWE ZW USD 143605
        XKS XK EUR 143624
        """
}
