// The errors of StoreKit, and the APIs that can fail with each of them.

const storeKit = [
  'unknown', 'userCancelled', 'networkError', 'networkTimeout', 'systemError', 'notAvailableInStorefront', 'notEntitled',
  'unsupported', 'invalidPresentationContext',
];
export const purchaseErrors = [
  ...storeKit, 'invalidQuantity', 'productUnavailable', 'purchaseNotAllowed', 'ineligibleForOffer', 'invalidOfferIdentifier',
  'invalidOfferPrice', 'invalidOfferSignature', 'missingOfferParameters', 'paymentMethodBindingConfigurationRequired',
  'multiSeatPurchaseDisabled',
];
const verification = [
  'revokedCertificate', 'invalidCertificateChain', 'invalidDeviceVerification', 'invalidEncoding', 'invalidSignature',
  'missingRequiredProperties',
];

export const apis = [
  'products', 'purchase', 'verification', 'restore', 'subscription-status', 'app-transaction', 'manage-subscriptions',
  'refund-request', 'offer-code', 'messages', 'promotions', 'external-purchase', 'payment-method-binding', 'app-receipt',
  'merchandising',
];

export function errorsOf(api) {
  switch (api) {
    case 'purchase':
      return purchaseErrors;
    case 'verification':
      return verification;
    case 'refund-request':
      return [...storeKit, 'duplicateRefundRequest', 'refundRequestFailed'];
    case 'payment-method-binding':
      return [...storeKit, 'bindingNotEligible', 'bindingInvalidPinningID', 'bindingFailed'];
    default:
      return storeKit;
  }
}
