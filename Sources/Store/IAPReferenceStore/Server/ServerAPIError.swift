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

    package static let badRequest = Self(4_000_000, "Bad request.")
    package static let invalidRevision = Self(4_000_005, "Invalid request revision.")
    package static let invalidTransactionID = Self(4_000_006, "Invalid transaction id.")
    package static let invalidOriginalID = Self(4_000_008, "Invalid original transaction id.")
    package static let invalidExtendByDays = Self(4_000_009, "Invalid extend by days value.")
    package static let invalidExtendReason = Self(4_000_010, "Invalid extend reason code.")
    package static let invalidRequestIdentifier = Self(4_000_011, "Invalid request identifier.")
    package static let startDateTooFarInPast = Self(
        4_000_012, "Invalid request. The start date is earlier than the allowed start date.")
    package static let startDateAfterEndDate = Self(
        4_000_013, "Invalid request. The end date precedes the start date or the dates are the same.")
    package static let invalidPaginationToken = Self(4_000_014, "Invalid request. The pagination token is invalid.")
    package static let invalidStartDate = Self(
        4_000_015, "Invalid request. The start date is not a timestamp value represented in milliseconds.")
    package static let invalidEndDate = Self(
        4_000_016, "Invalid request. The end date is not a timestamp value represented in milliseconds.")
    package static let invalidNotificationType = Self(
        4_000_018, "Invalid request. The notification type or subtype is invalid.")
    package static let multipleFilters = Self(
        4_000_019, "Invalid request. Supply either a transaction id or a notification type, but not both.")
    package static let invalidTestToken = Self(4_000_020, "Invalid request. The test notification token is invalid.")
    package static let invalidSort = Self(4_000_021, "Invalid request. The sort parameter is invalid.")
    package static let invalidProductType = Self(4_000_022, "Invalid request. The product type parameter is invalid.")
    package static let invalidProductID = Self(4_000_023, "Invalid request. The product id parameter is invalid.")
    package static let invalidGroupID = Self(
        4_000_024, "Invalid request. The subscription group identifier parameter is invalid.")
    package static let invalidOwnership = Self(
        4_000_026, "Invalid request. The in-app ownership type parameter is invalid.")
    package static let emptyStorefronts = Self(
        4_000_027, "Invalid request. If provided, the list of storefront country codes must not be empty.")
    package static let invalidStorefront = Self(4_000_028, "Invalid request. A storefront country code was invalid.")
    package static let invalidRevoked = Self(4_000_030, "Invalid request. The revoked parameter is invalid.")
    package static let invalidStatus = Self(4_000_031, "Invalid request. The status parameter is invalid.")
    package static let invalidAccountTenure = Self(4_000_032, "Invalid request. The account tenure field is invalid.")
    package static let invalidConsumptionToken = Self(
        4_000_033, "Invalid request. The app account token field must contain a valid UUID or an empty string.")
    package static let invalidConsumptionStatus = Self(
        4_000_034, "Invalid request. The consumption status field is invalid.")
    package static let invalidConsent = Self(
        4_000_035,
        "Invalid request. The customer consented field is required and must indicate the customer consented.")
    package static let invalidDeliveryStatus = Self(4_000_036, "Invalid request. The delivery status field is invalid.")
    package static let invalidDollarsPurchased = Self(
        4_000_037, "Invalid request. The lifetime dollars purchased field is invalid.")
    package static let invalidDollarsRefunded = Self(
        4_000_038, "Invalid request. The lifetime dollars refunded field is invalid.")
    package static let invalidPlatform = Self(4_000_039, "Invalid request. The platform field is invalid.")
    package static let invalidPlayTime = Self(4_000_040, "Invalid request. The playtime field is invalid.")
    package static let invalidSampleContent = Self(
        4_000_041, "Invalid request. The sample content provided field is invalid.")
    package static let invalidUserStatus = Self(4_000_042, "Invalid request. The user status field is invalid.")
    package static let invalidRefundPreference = Self(
        4_000_044, "Invalid request. The refund preference field is invalid.")
    package static let typeNotSupported = Self(
        4_000_047, "Invalid request. The transaction id doesn't represent a supported in-app purchase type.")
    package static let appTransactionNotSupported = Self(
        4_000_048, "Invalid request. App transactions aren't supported by this endpoint.")
    package static let invalidAppAccountToken = Self(
        4_000_183, "Invalid request. The app account token field must be a valid UUID.")
    package static let familyNotSupported = Self(
        4_000_185, "Invalid request. Family Sharing transactions aren't supported by this endpoint.")
    package static let notOriginalID = Self(
        4_000_187, "Invalid request. The transaction ID provided is not an original transaction ID.")
    package static let ineligibleForExtension = Self(
        4_030_004, "Forbidden - subscription state ineligible for extension.")
    package static let maximumExtensions = Self(
        4_030_005, "Forbidden - subscription has reached maximum extension count.")
    package static let familyExtension = Self(
        4_030_007,
        "Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly.")
    package static let originalIDNotFound = Self(4_040_005, "Original transaction id not found.")
    package static let noNotificationURL = Self(
        4_040_007,
        "No App Store Server Notification URL found for provided app. Check that a URL is configured in App Store Connect for this environment."
    )
    package static let testNotFound = Self(
        4_040_008,
        "Either the test notification token is expired or the notification and status are not yet available.")
    package static let extensionNotFound = Self(
        4_040_009,
        "The server didn't find a subscription-renewal-date extension request for this requestIdentifier and productId combination."
    )
    package static let transactionNotFound = Self(4_040_010, "Transaction id not found.")
    package static let invalidImage = Self(4_000_161, "Invalid request. The image is not a PNG of the right size.")
    package static let headerTooLong = Self(4_000_162, "Invalid request. The header is too long.")
    package static let bodyTooLong = Self(4_000_163, "Invalid request. The body is too long.")
    package static let invalidLocale = Self(4_000_164, "Invalid request. The locale is invalid.")
    package static let altTextTooLong = Self(4_000_175, "Invalid request. The alternative text is too long.")
    package static let invalidRealtimeURL = Self(4_000_215, "Invalid request. The realtime URL is invalid.")
    package static let invalidImageSize = Self(4_000_216, "Invalid request. The image size is invalid.")
    package static let tooManyBulletPoints = Self(4_000_218, "Invalid request. There are too many bullet points.")
    package static let bulletPointTooLong = Self(4_000_219, "Invalid request. The text of a bullet point is too long.")
    package static let headerNeedsImage = Self(
        4_000_224, "Invalid request. A header above the image requires an image.")
    package static let tooManyImages = Self(4_030_014, "Forbidden - the maximum number of images is reached.")
    package static let imageInUse = Self(4_030_019, "Forbidden - the image is in use.")
    package static let imageNotFound = Self(4_040_014, "Image not found.")
    package static let messageNotFound = Self(4_040_015, "Message not found.")
    package static let defaultMessageNotFound = Self(4_040_020, "Default message not found.")
    package static let realtimeURLNotFound = Self(4_040_021, "Realtime URL not found.")
    package static let imageExists = Self(4_090_000, "The image exists already.")
    package static let messageExists = Self(4_090_001, "The message exists already.")

    // Apple's pages name these errors without numbers. The numbers are this store's own.
    package static let notManagedByDeveloper = Self(
        4_000_900, "Invalid request. The transaction belongs to no group that the developer manages.")
    package static let noAvailableSeats = Self(4_030_900, "Forbidden - there are no available seats.")
    package static let seatClaimNotFound = Self(4_040_900, "Seat claim id not found.")
    package static let appTransactionNotFound = Self(4_040_901, "App transaction id not found.")

    package static let rateLimit = Self(4_290_000, "Rate limit exceeded.")
    package static let `internal` = Self(5_000_000, "An unknown error occurred.")
    package static let internalRetryable = Self(5_000_001, "An unknown error occurred. Please try again.")
}
