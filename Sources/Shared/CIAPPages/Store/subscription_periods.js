// The content of a subscription's lane: paid periods, and the unpaid time after them.

/**
 * @param subscription as in the store's list
 * @param details transactions with all fields, by id
 * @returns [{kind, start, end, transaction, product, place}]: times in milliseconds; kinds: paid, revoked, upgraded, grace,
 *   retry; `place` is the place of the product in its group; only purchases have a transaction and a product
 */
export function periodsOf(subscription, { transactions, products, clock }, details) {
  const group = products.filter((one) => one.groupId === subscription.subscriptionGroupIdentifier);
  const bought = transactions
    .filter((one) => one.account === subscription.account && one.expiresDate && isOf(one, group, subscription))
    .sort((one, other) => Date.parse(one.purchaseDate) - Date.parse(other.purchaseDate));
  const periods = [];
  bought.forEach((one, index) => {
    const start = Date.parse(one.purchaseDate);
    const next = bought[index + 1] && Date.parse(bought[index + 1].purchaseDate);
    const end = one.state === 'upgraded' && next ? next : Date.parse(one.expiresDate);
    periods.push({
      kind: { revoked: 'revoked', upgraded: 'upgraded' }[one.state] ?? 'paid',
      start,
      end,
      transaction: one,
      revoked: details[one.transactionId]?.revocationDate,
      product: group.find((product) => product.productId === one.productId)?.name ?? one.productId,
      place: group.findIndex((product) => product.productId === one.productId),
    });
    // If a renewal comes later than the end of the previous period, it was paid after a billing retry.
    if (next > end && bought[index + 1].transactionReason === 'RENEWAL') periods.push({ kind: 'retry', start: end, end: next });
  });
  return [...periods, ...unpaid(subscription, Date.parse(clock.now))];
}

function isOf(transaction, group, subscription) {
  return (
    group.some((one) => one.productId === transaction.productId) || transaction.transactionId === subscription.transactionId
  );
}

/** Returns the time since the last paid period, if the store still tries to charge. */
function unpaid(subscription, now) {
  const paidUntil = Date.parse(subscription.expiresDate);
  const graceUntil = subscription.gracePeriodExpiresDate && Date.parse(subscription.gracePeriodExpiresDate);
  const found = [];
  if (graceUntil > paidUntil) found.push({ kind: 'grace', start: paidUntil, end: graceUntil });
  const start = graceUntil || paidUntil;
  if (subscription.status === 'billing retry' && now > start) found.push({ kind: 'retry', start, end: now });
  return found;
}
