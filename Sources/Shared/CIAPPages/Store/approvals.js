// The purchases that wait for approval.

import { perform } from './actions.js';
import { button } from './buttons.js';
import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { number, time } from './formats.js';
import { icon } from './icons.js';
import { productName } from './parts.js';
import { text } from './texts.js';

export function approvalsBox() {
  const list = element('ul', { class: 'approval-list' });
  const box = element(
    'section',
    { class: 'panel approvals', hidden: true },
    element('h2', {}, icon('hourglass'), text('approvals.title')),
    element('p', { class: 'hint' }, text('approvals.how')),
    list,
  );
  return {
    element: box,
    update({ approvals, products }) {
      box.hidden = approvals.length === 0;
      keepingFocus(() => fill(list, approvals.map((one) => row(one, products))));
    },
  };
}

function row(one, products) {
  const name = products.find((product) => product.productId === one.productId)?.name ?? one.productId;
  const about = `${name} ${one.id}`;
  const values = { account: one.account, product: name };
  return element(
    'li',
    { class: 'approval', 'data-key': one.id },
    productName(products, one.productId),
    element(
      'p',
      { class: 'hint' },
      text('approvals.asked', { account: one.account, device: one.device, count: number(one.quantity) }),
      ' ',
      time(one.requestDate),
    ),
    element(
      'div',
      { class: 'buttons' },
      button(text('decline'), {
        action: 'decline',
        about,
        press: () => perform('decline', { id: one.id }, text('approvals.declined', values)),
      }),
      button(text('approve'), {
        action: 'approve',
        kind: 'primary',
        about,
        press: () => perform('approve', { id: one.id }, text('approvals.approved', values)),
      }),
    ),
  );
}
