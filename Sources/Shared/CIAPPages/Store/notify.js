// The form that sends any notification to the game server, also one that the store does not send itself.

import { responsesOf, carryOut } from './actions.js';
import { announce } from './announcements.js';
import { accountsOf } from './buy.js';
import { openForm } from './dialogs.js';
import { field, input, inputWithProposals, select } from './fields.js';
import { neededFor, notificationTypes } from './notification_types.js';
import { text, textOr } from './texts.js';

const consumptionReasons = ['OTHER', 'UNINTENDED_PURCHASE', 'FULFILLMENT_ISSUE', 'UNSATISFIED_WITH_PURCHASE', 'LEGAL'];

export async function openNotify() {
  const found = await responsesOf([['products'], ['devices'], ['transactions', { limit: '200' }]]);
  if (!found) return;
  const [products, devices, transactions] = found;
  const accounts = accountsOf(devices, transactions);
  const type = select(
    'type',
    Object.entries(notificationTypes).map(([name, subtypes]) => ({
      group: name,
      options: subtypes.map((subtype) => {
        const parts = [name, subtype].filter(Boolean);
        return { value: parts.join('/'), label: parts.join(' / ') };
      }),
    })),
  );
  const id = inputWithProposals(
    'id',
    transactions.reverse().map((one) => ({
      value: one.transactionId,
      label: `${products.find((product) => product.productId === one.productId)?.name ?? one.productId}, ${one.account}`,
    })),
    { inputmode: 'numeric', pattern: '[0-9]+', value: transactions[0]?.transactionId },
  );
  const account = inputWithProposals(
    'account',
    accounts.map((value) => ({ value })),
    { value: accounts[0] },
  );
  const parts = {
    id: field(text('field.transaction'), id.control, text('notify.id.how')),
    reason: field(
      text('field.reason'),
      select(
        'reason',
        consumptionReasons.map((value) => ({ value, label: textOr(`consumption.${value}`, value) })),
      ),
    ),
    account: field(text('field.account'), account.control),
    product: field(
      text('field.product'),
      select(
        'product',
        products.map((one) => ({ value: one.productId, label: one.name })),
      ),
    ),
    request: field(text('notify.request'), input('request', { value: crypto.randomUUID?.() ?? '' })),
    succeeded: field(text('notify.succeeded'), input('succeeded', { type: 'number', min: 0, value: 1 })),
    failed: field(text('notify.failed'), input('failed', { type: 'number', min: 0, value: 0 })),
    token: field(text('notify.token'), input('token')),
    seats: field(text('notify.seats'), input('seats'), text('notify.seats.how')),
  };
  const showNeeded = () => {
    const needed = neededFor(type.value);
    for (const [name, part] of Object.entries(parts)) {
      part.hidden = !needed.includes(name);
      // A hidden control must not be validated, because it would block the form.
      for (const control of part.querySelectorAll('input, select')) {
        control.disabled = part.hidden;
        control.required = !part.hidden;
      }
    }
  };
  type.addEventListener('change', showNeeded);
  showNeeded();
  openForm({
    title: text('notify.title'),
    name: 'notify',
    explanation: text('notify.how'),
    fields: [field(text('field.type'), type), Object.values(parts), id.list, account.list],
    action: text('notify'),
    submit: async (values) => {
      const body = { type: values.type };
      for (const name of neededFor(values.type)) body[name] = values[name];
      await carryOut('notify', body);
      announce(text('notify.done', { type: values.type }));
    },
  });
}
