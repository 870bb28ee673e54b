// All data of one transaction, in a panel at the side.

import { button } from './buttons.js';
import { certificateChain } from './certificates.js';
import { openDialog } from './dialogs.js';
import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { money, number, time, yesOrNo } from './formats.js';
import { watch } from './live.js';
import { attemptList } from './notification_attempts.js';
import { facts, productName, stateBadge } from './parts.js';
import { decoded, signedText } from './signed_text.js';
import { openDelete, openRefund, openRevoke } from './take_back.js';
import { text, textOr } from './texts.js';

export function openTransaction(id) {
  const top = element('div', { class: 'detail-top' });
  const fields = element('section', { class: 'detail-part' });
  const reported = element('section', { class: 'detail-part' });
  const signed = element('section', { class: 'detail-part' });
  const chain = element('section', { class: 'detail-part' });
  let stopNotifications = () => {};

  const stop = watch(
    {
      transaction: ['transaction', { id }],
      signed: ['signed', { id }],
      certificates: ['certificates', {}],
      products: ['products', {}],
      notifications: ['notifications', {}],
    },
    (responses) => {
      keepingFocus(() => {
        fill(top, head(responses, close));
        fill(fields, element('h3', {}, text('transaction.fields')), allFields(responses.transaction));
        fill(signed, signedPart(responses.signed));
        fill(chain, chainPart(responses));
      });
      stopNotifications();
      stopNotifications = showNotifications(reported, id, responses.notifications ?? []);
    },
  );
  const close = openDialog({
    title: text('transaction.title', { id }),
    name: 'transaction',
    body: [top, fields, reported, signed, chain],
    closed: () => {
      stop();
      stopNotifications();
    },
  });
}

function head({ transaction, products }, close) {
  if (!transaction) return element('p', {}, text('transaction.gone'));
  const name = products.find((one) => one.productId === transaction.productId)?.name ?? transaction.productId;
  const canBeTakenBack = transaction.state === 'purchased' || transaction.state === 'upgraded';
  return [
    element('div', { class: 'detail-product' }, productName(products, transaction.productId), stateBadge(transaction.state)),
    element(
      'div',
      { class: 'buttons' },
      canBeTakenBack &&
        button(text('refund'), { action: 'refund', kind: 'danger', press: () => openRefund(transaction, name) }),
      canBeTakenBack && button(text('revoke'), { action: 'revoke', press: () => openRevoke(transaction, name) }),
      button(text('delete'), { action: 'delete', kind: 'quiet', press: () => openDelete(transaction, name, () => close()) }),
    ),
  ];
}

/** The names are the store's names, which games and servers use. */
function allFields(transaction) {
  if (!transaction) return null;
  return facts(Object.entries(transaction).map(([name, value]) => [element('code', {}, name), fieldValue(name, value)]));
}

function fieldValue(name, value) {
  if (name === 'state') return textOr(`state.${value}`, value);
  if (typeof value === 'boolean') return yesOrNo(value);
  if (typeof value === 'number') return number(value);
  if (typeof value === 'object') return money(value);
  if (/Date$/.test(name)) return time(value, { dateStyle: 'medium', timeStyle: 'medium' });
  return value;
}

function signedPart(signed) {
  const heading = element('h3', {}, text('signed.title'));
  if (!signed) return [heading, element('p', { class: 'hint' }, text('signed.none'))];
  return [
    heading,
    element('p', { class: 'hint' }, text('signed.how')),
    signedText(text('signed.transaction'), signed.signedTransactionInfo),
    signed.signedRenewalInfo ? signedText(text('signed.renewal'), signed.signedRenewalInfo) : null,
  ];
}

function chainPart({ signed, certificates }) {
  const header = signed && decoded(signed.signedTransactionInfo)?.header;
  if (!header?.x5c) return null;
  return [element('h3', {}, text('certificates.title')), certificateChain(header.x5c, certificates ?? [])];
}

/** Shows the notifications about the transaction. Returns a function that stops the updates. */
function showNotifications(part, id, all) {
  const about = all.filter((one) => one.transactionId === id);
  const heading = element('h3', {}, text('transaction.reported'));
  if (!about.length) {
    fill(part, heading, element('p', { class: 'hint' }, text('transaction.reported.none')));
    return () => {};
  }
  const requests = Object.fromEntries(
    about.map(({ notificationUUID: uuid }) => [uuid, ['notification', { uuid }]]),
  );
  return watch(requests, (responses) => {
    const items = Object.values(responses).filter(Boolean).map((one) =>
      element(
        'li',
        { class: 'reported' },
        element(
          'p',
          { class: 'reported-head' },
          element('code', {}, [one.notificationType, one.subtype].filter(Boolean).join(' / ')),
          stateBadge(one.state),
          time(one.signedDate),
        ),
        attemptList(one.attempts),
      ),
    );
    fill(part, heading, element('ul', { class: 'plain-list' }, items));
  });
}
