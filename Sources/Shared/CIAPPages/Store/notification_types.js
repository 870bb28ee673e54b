// The notification types of the App Store with their subtypes. An empty subtype means that the type also exists without one.

export const notificationTypes = {
  TEST: [''],
  SUBSCRIBED: ['INITIAL_BUY', 'RESUBSCRIBE'],
  DID_RENEW: ['', 'BILLING_RECOVERY'],
  DID_CHANGE_RENEWAL_PREF: ['', 'UPGRADE', 'DOWNGRADE'],
  DID_CHANGE_RENEWAL_STATUS: ['', 'AUTO_RENEW_ENABLED', 'AUTO_RENEW_DISABLED'],
  OFFER_REDEEMED: ['', 'UPGRADE', 'DOWNGRADE', 'INITIAL_BUY', 'RESUBSCRIBE'],
  DID_FAIL_TO_RENEW: ['', 'GRACE_PERIOD'],
  GRACE_PERIOD_EXPIRED: [''],
  EXPIRED: ['', 'VOLUNTARY', 'BILLING_RETRY', 'PRICE_INCREASE', 'PRODUCT_NOT_FOR_SALE'],
  PRICE_INCREASE: ['PENDING', 'ACCEPTED'],
  PRICE_CHANGE: [''],
  ONE_TIME_CHARGE: [''],
  CONSUMPTION_REQUEST: [''],
  REFUND: ['', 'SEATS'],
  REFUND_DECLINED: [''],
  REFUND_REVERSED: [''],
  REVOKE: [''],
  RENEWAL_EXTENDED: [''],
  RENEWAL_EXTENSION: ['SUMMARY', 'FAILURE'],
  EXTERNAL_PURCHASE_TOKEN: ['UNREPORTED', 'CREATED', 'ACTIVE_TOKEN_REMINDER'],
  RESCIND_CONSENT: [''],
  UNCLAIM_SEATS: [''],
  METADATA_UPDATE: [''],
  MIGRATION: [''],
};

/** Returns the arguments that `iap-store notify` needs for a type. */
export function neededFor(typeAndSubtype) {
  const [type, subtype] = typeAndSubtype.split('/');
  if (type === 'TEST') return [];
  if (type === 'RENEWAL_EXTENSION' && subtype === 'SUMMARY') return ['product', 'request', 'succeeded', 'failed'];
  if (type === 'EXTERNAL_PURCHASE_TOKEN') return ['token'];
  if (type === 'RESCIND_CONSENT') return ['account'];
  if (type === 'UNCLAIM_SEATS') return ['seats'];
  if (type === 'CONSUMPTION_REQUEST') return ['id', 'reason'];
  return ['id'];
}
