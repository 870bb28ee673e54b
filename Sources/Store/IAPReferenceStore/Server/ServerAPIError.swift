/// An error of the App Store Server API, with Apple's number and text. The first three digits of the number are the HTTP
/// status.
package struct ServerAPIError: Error, Sendable, Hashable {
    package var code: Int
    package var message: String

    package init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    package var status: Int { code / 10_000 }

    private static func invalid(_ code: Int, _ value: String) -> Self { refused(code, "The \(value) is invalid.") }

    private static func refused(_ code: Int, _ reason: String) -> Self { Self(code, "Invalid request. \(reason)") }

    private static func forbidden(_ code: Int, _ reason: String) -> Self { Self(code, "Forbidden - \(reason)") }

    package static let badRequest = Self(4_000_000, "Bad request.")
    package static let invalidRevision = Self(4_000_005, "Invalid request revision.")
    package static let invalidTransactionID = Self(4_000_006, "Invalid transaction id.")
    package static let invalidOriginalID = Self(4_000_008, "Invalid original transaction id.")
    package static let invalidExtendByDays = Self(4_000_009, "Invalid extend by days value.")
    package static let invalidExtendReason = Self(4_000_010, "Invalid extend reason code.")
    package static let invalidRequestIdentifier = Self(4_000_011, "Invalid request identifier.")
    package static let startDateTooFarInPast = refused(
        4_000_012, "The start date is earlier than the allowed start date.")
    package static let startDateAfterEndDate = refused(
        4_000_013, "The end date precedes the start date or the dates are the same.")
    package static let invalidPaginationToken = invalid(4_000_014, "pagination token")
    package static let invalidStartDate = refused(
        4_000_015, "The start date is not a timestamp value represented in milliseconds.")
    package static let invalidEndDate = refused(
        4_000_016, "The end date is not a timestamp value represented in milliseconds.")
    package static let invalidNotificationType = invalid(4_000_018, "notification type or subtype")
    package static let multipleFilters = refused(
        4_000_019, "Supply either a transaction id or a notification type, but not both.")
    package static let invalidTestToken = invalid(4_000_020, "test notification token")
    package static let invalidSort = invalid(4_000_021, "sort parameter")
    package static let invalidProductType = invalid(4_000_022, "product type parameter")
    package static let invalidProductID = invalid(4_000_023, "product id parameter")
    package static let invalidGroupID = invalid(4_000_024, "subscription group identifier parameter")
    package static let invalidOwnership = invalid(4_000_026, "in-app ownership type parameter")
    package static let emptyStorefronts = refused(
        4_000_027, "If provided, the list of storefront country codes must not be empty.")
    package static let invalidStorefront = refused(4_000_028, "A storefront country code was invalid.")
    package static let invalidRevoked = invalid(4_000_030, "revoked parameter")
    package static let invalidStatus = invalid(4_000_031, "status parameter")
    package static let invalidAccountTenure = invalid(4_000_032, "account tenure field")
    package static let invalidConsumptionToken = refused(
        4_000_033, "The app account token field must contain a valid UUID or an empty string.")
    package static let invalidConsumptionStatus = invalid(4_000_034, "consumption status field")
    package static let invalidConsent = refused(
        4_000_035, "The customer consented field is required and must indicate the customer consented.")
    package static let invalidDeliveryStatus = invalid(4_000_036, "delivery status field")
    package static let invalidDollarsPurchased = invalid(4_000_037, "lifetime dollars purchased field")
    package static let invalidDollarsRefunded = invalid(4_000_038, "lifetime dollars refunded field")
    package static let invalidPlatform = invalid(4_000_039, "platform field")
    package static let invalidPlayTime = invalid(4_000_040, "playtime field")
    package static let invalidSampleContent = invalid(4_000_041, "sample content provided field")
    package static let invalidUserStatus = invalid(4_000_042, "user status field")
    package static let invalidRefundPreference = invalid(4_000_044, "refund preference field")
    package static let typeNotSupported = refused(
        4_000_047, "The transaction id doesn't represent a supported in-app purchase type.")
    package static let appTransactionNotSupported = refused(
        4_000_048, "App transactions aren't supported by this endpoint.")
    package static let invalidAppAccountToken = refused(4_000_183, "The app account token field must be a valid UUID.")
    package static let familyNotSupported = refused(
        4_000_185, "Family Sharing transactions aren't supported by this endpoint.")
    package static let notOriginalID = refused(
        4_000_187, "The transaction ID provided is not an original transaction ID.")
    package static let ineligibleForExtension = forbidden(4_030_004, "subscription state ineligible for extension.")
    package static let maximumExtensions = forbidden(4_030_005, "subscription has reached maximum extension count.")
    package static let familyExtension = Self(
        4_030_007, "Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly."
    )
    package static let originalIDNotFound = Self(4_040_005, "Original transaction id not found.")
    package static let noNotificationURL = Self(
        4_040_007,
        "No App Store Server Notification URL found for provided app. Check that a URL is configured in App Store Connect for this environment."
    )
    package static let testNotFound = Self(
        4_040_008, "Either the test notification token is expired or the notification and status are not yet available."
    )
    package static let extensionNotFound = Self(
        4_040_009,
        "The server didn't find a subscription-renewal-date extension request for this requestIdentifier and productId combination."
    )
    package static let transactionNotFound = Self(4_040_010, "Transaction id not found.")
    package static let invalidImage = refused(4_000_161, "The image is not a PNG of the right size.")
    package static let headerTooLong = refused(4_000_162, "The header is too long.")
    package static let bodyTooLong = refused(4_000_163, "The body is too long.")
    package static let invalidLocale = invalid(4_000_164, "locale")
    package static let altTextTooLong = refused(4_000_175, "The alternative text is too long.")
    package static let invalidRealtimeURL = invalid(4_000_215, "realtime URL")
    package static let invalidImageSize = invalid(4_000_216, "image size")
    package static let tooManyBulletPoints = refused(4_000_218, "There are too many bullet points.")
    package static let bulletPointTooLong = refused(4_000_219, "The text of a bullet point is too long.")
    package static let headerNeedsImage = refused(4_000_224, "A header above the image requires an image.")
    package static let tooManyImages = forbidden(4_030_014, "the maximum number of images is reached.")
    package static let imageInUse = forbidden(4_030_019, "the image is in use.")
    package static let imageNotFound = Self(4_040_014, "Image not found.")
    package static let messageNotFound = Self(4_040_015, "Message not found.")
    package static let defaultMessageNotFound = Self(4_040_020, "Default message not found.")
    package static let realtimeURLNotFound = Self(4_040_021, "Realtime URL not found.")
    package static let imageExists = Self(4_090_000, "The image exists already.")
    package static let messageExists = Self(4_090_001, "The message exists already.")

    // Apple's pages name these errors without numbers. The numbers are this store's own.
    package static let notManagedByDeveloper = refused(
        4_000_900, "The transaction belongs to no group that the developer manages.")
    package static let noAvailableSeats = forbidden(4_030_900, "there are no available seats.")
    package static let seatClaimNotFound = Self(4_040_900, "Seat claim id not found.")
    package static let appTransactionNotFound = Self(4_040_901, "App transaction id not found.")

    package static let rateLimit = Self(4_290_000, "Rate limit exceeded.")
    package static let `internal` = Self(5_000_000, "An unknown error occurred.")
    package static let internalRetryable = Self(5_000_001, "An unknown error occurred. Please try again.")
}
