// The actions on one subscription.

import { carryOut, perform } from './actions.js';
import { announce } from './announcements.js';
import { button } from './buttons.js';
import { openForm } from './dialogs.js';
import { element } from './elements.js';
import { checkbox, field, input, select } from './fields.js';
import { text } from './texts.js';

/** @param subscription as in the store's list; @param context {name, products, waitsForConsent} */
export function subscriptionButtons(subscription, context) {
  const { waitsForConsent } = context;
  const others = othersOfGroup(subscription, context.products);
  const about = `${context.name} ${subscription.account}`;
  const simple = (command, kind) =>
    button(text(`subscription.${command}`), {
      action: command,
      kind,
      about,
      press: () => perform(command, { id: subscription.transactionId }, text(`subscription.${command}.done`, words)),
    });
  const words = { product: context.name, account: subscription.account };
  const form = (action, kind, label, press) => button(label, { action, kind, about, press });
  const answer = (value) =>
    button(text(`subscription.${value}`), {
      action: value,
      about,
      press: () =>
        perform('price-increase', { id: subscription.transactionId, price: value }, text(`subscription.${value}.done`, words)),
    });
  return element(
    'div',
    { class: 'buttons' },
    waitsForConsent && [answer('agree'), answer('decline')],
    simple('renew'),
    simple(subscription.autoRenewStatus ? 'cancel' : 'resubscribe'),
    isUnpaid(subscription) && simple('resolve', 'primary'),
    others.length > 0 &&
      form('change', 'plain', text('subscription.change'), () => openChange(subscription, others, words)),
    form('price-increase', 'plain', text('subscription.price.raise'), () => openPriceIncrease(subscription, words)),
    form('expire', 'quiet-danger', text('subscription.expire'), () => openExpire(subscription, words)),
  );
}

function isUnpaid({ status }) {
  return status === 'billing retry' || status === 'grace period';
}

function othersOfGroup(subscription, products) {
  return products.filter(
    (one) => one.groupId === subscription.subscriptionGroupIdentifier && one.productId !== subscription.productId,
  );
}

function openChange(subscription, others, words) {
  openForm({
    title: text('change.title', words),
    name: 'change',
    explanation: text('change.how'),
    fields: [field(text('field.product'), select('product', others.map((one) => ({ value: one.productId, label: one.name }))))],
    action: text('subscription.change'),
    submit: async ({ product }) => {
      await carryOut('change', { id: subscription.transactionId, product });
      announce(text('change.done', words));
    },
  });
}

function openPriceIncrease(subscription, words) {
  openForm({
    title: text('price.title', words),
    name: 'price-increase',
    explanation: text('price.how'),
    fields: [
      field(
        text('price.new', { currency: subscription.renewalPrice?.currency ?? '' }),
        input('price', { inputmode: 'decimal', pattern: '[0-9]+([.][0-9]{1,3})?', required: true }),
        text('price.form'),
      ),
      checkbox('consent', text('price.consent')),
    ],
    action: text('subscription.price.raise'),
    submit: async ({ price, consent }) => {
      await carryOut('price-increase', { id: subscription.transactionId, price, consent });
      announce(text('price.done', words));
    },
  });
}

function openExpire(subscription, words) {
  openForm({
    title: text('expire.title', words),
    name: 'expire',
    explanation: text('expire.how'),
    action: text('subscription.expire'),
    isDestructive: true,
    submit: async () => {
      await carryOut('expire', { id: subscription.transactionId });
      announce(text('subscription.expire.done', words));
    },
  });
}
