// Announces new purchases and approvals in every view.

import { announce } from './announcements.js';
import { text } from './texts.js';

const kinds = ['purchased', 'waits for approval', 'failed'];

/** Returns a function that takes the store's newest transactions and announces the new ones. */
export function newsOfGame() {
  let known;
  return ({ recent, products }) => {
    const fresh = known ? recent.filter((one) => !known.has(one.transactionId)) : [];
    known = new Set([...(known ?? []), ...recent.map((one) => one.transactionId)]);
    // A move of the clock creates many transactions. The page then announces only their number.
    if (fresh.length > 3) return announce(text('news.many', { count: fresh.length }));
    for (const one of fresh) {
      if (!kinds.includes(one.state)) continue;
      const name = products.find((product) => product.productId === one.productId)?.name ?? one.productId;
      const kind = one.transactionReason === 'RENEWAL' ? 'renewed' : one.state;
      announce(text(`news.${kind}`, { account: one.account, product: name }));
    }
  };
}
