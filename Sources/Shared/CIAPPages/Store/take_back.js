// Refund, revoke and delete. Each asks for confirmation once.

import { carryOut } from './actions.js';
import { announce } from './announcements.js';
import { openForm } from './dialogs.js';
import { checkbox, field, select } from './fields.js';
import { text } from './texts.js';

/** @param one a transaction, as in the store's list */
export function openRefund(one, name) {
  openForm({
    title: text('refund.title', { product: name }),
    name: 'refund',
    explanation: text('refund.how', { account: one.account }),
    fields: [reasonField(), one.expiresDate && checkbox('prorated', text('refund.prorated'))],
    action: text('refund'),
    isDestructive: true,
    submit: async ({ reason, prorated }) => {
      await carryOut('refund', { id: one.transactionId, reason, prorated: prorated === true });
      announce(text('refund.done', { product: name }));
    },
  });
}

export function openRevoke(one, name) {
  openForm({
    title: text('revoke.title', { product: name }),
    name: 'revoke',
    explanation: text('revoke.how', { account: one.account }),
    fields: [reasonField()],
    action: text('revoke'),
    isDestructive: true,
    submit: async ({ reason }) => {
      await carryOut('revoke', { id: one.transactionId, reason });
      announce(text('revoke.done', { product: name }));
    },
  });
}

/** Deletes the transaction from the store, as if it had never existed. */
export function openDelete(one, name, deleted) {
  openForm({
    title: text('delete.title', { product: name }),
    name: 'delete',
    explanation: text('delete.how'),
    action: text('delete'),
    isDestructive: true,
    submit: async () => {
      await carryOut('control', { json: { deleteTransaction: { id: Number(one.transactionId) } } });
      announce(text('delete.done', { product: name }));
      deleted();
    },
  });
}

function reasonField() {
  const reasons = ['other', 'issue'].map((value) => ({ value, label: text(`refund.reason.${value}`) }));
  return field(text('field.reason'), select('reason', reasons));
}
