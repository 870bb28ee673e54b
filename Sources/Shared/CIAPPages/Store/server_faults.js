// Simulated faults for the game server: responses of the store's API, and notifications.

import { perform } from './actions.js';
import { button } from './buttons.js';
import { element, fill } from './elements.js';
import { field, input, inputWithProposals, select } from './fields.js';
import { number } from './formats.js';
import { section } from './parts.js';
import { text } from './texts.js';

const routes = [
  'notifications', '/inApps/v1/transactions', '/inApps/v2/history', '/inApps/v1/subscriptions', '/inApps/v1/notifications',
  '/verifyReceipt', '/ocsp',
];
const kinds = ['429', '500', 'delay', 'drop', 'truncate', 'duplicate', 'reorder'];
const kindsWithValue = ['429', 'delay', 'truncate'];

export function serverFaults() {
  const route = inputWithProposals(
    'route',
    routes.map((value) => ({ value })),
    { value: 'notifications', required: true },
  );
  const kind = select(
    'kind',
    kinds.map((value) => ({ value, label: text(`fault.${value}`) })),
  );
  const count = input('count', { type: 'number', min: 1 });
  const value = input('value', { type: 'number', min: 0 });
  const valueField = field(text('fault.value'), value, text('fault.value.how'));
  const showValue = () => {
    valueField.hidden = !kindsWithValue.includes(kind.value);
  };
  kind.addEventListener('change', showValue);
  showValue();
  const present = element('ul', { class: 'plain-list' });
  const show = (faults) => {
    if (faults) fill(present, faults.map(row));
  };
  const add = async (event) => {
    event.preventDefault();
    const body = { route: route.control.value, kind: kind.value };
    if (count.value) body.count = count.value;
    if (!valueField.hidden && value.value) body.value = value.value;
    show(await perform('fault', body, text('fault.done')));
  };
  return section(
    text('fault.title'),
    element('p', { class: 'hint' }, text('fault.how')),
    element(
      'form',
      { class: 'form', on: { submit: add } },
      field(text('fault.route'), route.control, text('fault.route.how')),
      route.list,
      element(
        'div',
        { class: 'field-row' },
        field(text('fault.kind'), kind),
        field(text('fault.count'), count, text('fault.count.how')),
        valueField,
      ),
      element(
        'div',
        { class: 'buttons' },
        element('button', { type: 'submit', class: 'button primary', 'data-action': 'fault' }, text('fault.add')),
        button(text('fault.none'), {
          action: 'fault-none',
          kind: 'quiet',
          press: async () => show(await perform('fault', { route: 'none' }, text('fault.none.done'))),
        }),
      ),
    ),
    present,
  );
}

function row(fault) {
  return element(
    'li',
    {},
    element('code', {}, fault.route),
    ' ',
    text(`fault.${fault.kind}`),
    fault.count !== undefined && ` × ${number(fault.count)}`,
  );
}
