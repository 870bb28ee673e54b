// Purchases, with pending and failed ones, always up to date.

import { perform } from './actions.js';
import { approvalsBox } from './approvals.js';
import { button } from './buttons.js';
import { accountsOf } from './buy.js';
import { element, fill } from './elements.js';
import { checkbox, field, select, setOptions } from './fields.js';
import { money, number, time } from './formats.js';
import { badge, emptyBox, productName, stateBadge } from './parts.js';
import { dataTable } from './tables.js';
import { openRefund, openRevoke } from './take_back.js';
import { text, textOr } from './texts.js';
import { openTransaction } from './transaction_detail.js';

const atATime = 200;
const states = ['purchased', 'revoked', 'upgraded', 'waits for approval', 'interrupted', 'failed'];

export const transactions = {
  name: 'transactions',
  create({ requestAgain }) {
    let limit = atATime;
    let last;
    const approvals = approvalsBox();
    const account = filter('account', text('filter.account.all'));
    const product = filter('product', text('filter.product.all'));
    const state = filter('state', text('filter.state.all'), states.map((value) => ({ value, label: text(`state.${value}`) })));
    const unfinished = checkbox('unfinished', text('filter.unfinished'));
    const isUnfinished = unfinished.querySelector('input');
    const count = element('p', { class: 'count', role: 'status' });
    const older = button(text('transactions.older'), {
      action: 'older',
      press: () => {
        limit += atATime;
        requestAgain();
      },
    });
    const table = listOfTransactions();

    for (const control of [account, product, isUnfinished]) control.addEventListener('change', () => requestAgain());
    state.addEventListener('change', () => show(last));

    function show(responses) {
      last = responses;
      const { found, all, devices, products } = responses;
      setOptions(account, [
        { value: '', label: text('filter.account.all') },
        ...accountsOf(devices, all).map((value) => ({ value, label: value })),
      ]);
      setOptions(product, [
        { value: '', label: text('filter.product.all') },
        ...products.map((one) => ({ value: one.productId, label: one.name })),
      ]);
      approvals.update(responses);
      const rows = found.filter((one) => !state.value || one.state === state.value).reverse();
      table.update(rows, products);
      fill(count, text(rows.length === 1 ? 'transactions.count.one' : 'transactions.count', { count: number(rows.length) }));
      older.hidden = found.length < limit;
    }

    return {
      element: element(
        'div',
        {},
        approvals.element,
        element(
          'section',
          { class: 'panel', 'aria-label': text('view.transactions') },
          element(
            'form',
            { class: 'filters', 'aria-label': text('filter.title'), on: { submit: (event) => event.preventDefault() } },
            field(text('field.account'), account),
            field(text('field.product'), product),
            field(text('field.state'), state),
            unfinished,
            count,
          ),
          table.element,
          element('div', { class: 'list-end' }, older),
        ),
      ),
      requests: () => ({
        found: [
          'transactions',
          {
            limit: String(limit),
            ...(account.value && { account: account.value }),
            ...(product.value && { product: product.value }),
            ...(isUnfinished.checked && { unfinished: true }),
          },
        ],
        all: ['transactions', { limit: String(atATime) }],
        devices: ['devices', {}],
        products: ['products', {}],
        approvals: ['approvals', {}],
      }),
      update: show,
    };
  },
};

function filter(name, all, options = []) {
  return select(name, [{ value: '', label: all }, ...options]);
}

function listOfTransactions() {
  let products = [];
  const table = dataTable({
    caption: text('view.transactions'),
    key: (one) => one.transactionId,
    empty: emptyBox('transactions', text('transactions.none'), text('transactions.none.how')),
    columns: [
      { name: 'product', label: text('field.product'), cell: (one) => [productName(products, one.productId), quantity(one)] },
      { name: 'state', label: text('field.state'), cell: marks },
      { name: 'account', label: text('field.account'), cell: (one) => one.account },
      { name: 'price', label: text('field.price'), cell: (one) => (one.price ? money(one.price) : text('nothing')) },
      {
        name: 'date',
        label: text('field.date-id'),
        cell: (one) => [time(one.purchaseDate), element('span', { class: 'id' }, one.transactionId)],
      },
      { name: 'actions', label: text('field.actions'), cell: (one) => actions(one, products) },
    ],
  });
  return {
    element: table.element,
    update(rows, newProducts) {
      products = newProducts;
      table.update(rows, products);
    },
  };
}

function quantity(one) {
  return one.quantity > 1 && element('span', { class: 'quantity' }, text('quantity', { count: number(one.quantity) }));
}

function marks(one) {
  return element(
    'span',
    { class: 'badges' },
    stateBadge(one.state),
    one.finished === false && one.state === 'purchased' && badge(text('transaction.unfinished'), 'waiting'),
    one.transactionReason === 'RENEWAL' && badge(textOr(`reason.${one.transactionReason}`, one.transactionReason), 'plain'),
    one.inAppOwnershipType === 'FAMILY_SHARED' && badge(text('transaction.shared'), 'plain'),
  );
}

function actions(one, products) {
  const name = products.find((product) => product.productId === one.productId)?.name ?? one.productId;
  const about = `${name} ${one.transactionId}`;
  const canBeTakenBack = one.state === 'purchased' || one.state === 'upgraded';
  return element(
    'div',
    { class: 'buttons' },
    button(text('details'), { action: 'details', kind: 'quiet', about, press: () => openTransaction(one.transactionId) }),
    one.state === 'interrupted' &&
      button(text('subscription.resolve'), {
        action: 'resolve',
        kind: 'quiet',
        about,
        press: () => perform('resolve', { id: one.transactionId }, text('transaction.resolved', { product: name })),
      }),
    canBeTakenBack && button(text('refund'), { action: 'refund', kind: 'quiet', about, press: () => openRefund(one, name) }),
    canBeTakenBack && button(text('revoke'), { action: 'revoke', kind: 'quiet', about, press: () => openRevoke(one, name) }),
  );
}
