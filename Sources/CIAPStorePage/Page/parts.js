// Parts that several views have.

import { element } from './elements.js';
import { icon } from './icons.js';
import { text, textOr } from './texts.js';

// What the store's words for states mean for the people who look at them.
const moods = {
  purchased: 'good',
  active: 'good',
  delivered: 'good',
  up: 'good',
  'waits for approval': 'waiting',
  interrupted: 'waiting',
  'grace period': 'waiting',
  'billing retry': 'waiting',
  waiting: 'waiting',
  failing: 'waiting',
  silent: 'waiting',
  revoked: 'bad',
  failed: 'bad',
  'not sent': 'bad',
  down: 'bad',
};

export function stateBadge(state) {
  return badge(textOr(`state.${state}`, state), moods[state] ?? 'over');
}

export function badge(words, mood = 'over') {
  return element('span', { class: `badge ${mood}` }, words);
}

/** A part of a view with a heading. */
export function section(heading, ...content) {
  return element('section', { class: 'panel' }, element('h2', {}, heading), ...content);
}

/** What is shown instead of an empty list. It is hidden to begin with. */
export function emptyBox(picture, heading, words) {
  return element(
    'div',
    { class: 'empty', hidden: true },
    icon(picture),
    element('p', { class: 'empty-title' }, heading),
    element('p', {}, words),
  );
}

/** A list of names and values; values that are missing are left out. */
export function facts(pairs) {
  return element(
    'dl',
    { class: 'facts' },
    pairs
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  );
}

/** A long text of fixed width. The keyboard reaches it, to scroll it. */
export function code(words, label) {
  return element('pre', { class: 'code', tabindex: '0', role: 'region', 'aria-label': label }, words);
}

/** Something to open. */
export function disclosure(summary, ...content) {
  return element('details', { class: 'disclosure' }, element('summary', {}, summary), ...content);
}

/** JSON for reading. What is no JSON is shown as it is. */
export function prettyJSON(source) {
  try {
    return JSON.stringify(typeof source === 'string' ? JSON.parse(source) : source, null, 2);
  } catch {
    return String(source);
  }
}

const tiles = {
  Consumable: 'coins',
  'Non-Consumable': 'gem',
  'Non-Renewing Subscription': 'ticket',
  'Auto-Renewable Subscription': 'subscriptions',
};

/** A coloured square with a drawing of the kind of a product. */
export function productTile(type) {
  return element('span', { class: `tile tile-${tiles[type] ?? 'products'}` }, icon(tiles[type] ?? 'products'));
}

/** An id with points, which may break after each of them. */
export function identifier(id) {
  const parts = id.split('.').flatMap((part, index) => (index ? [element('wbr'), `.${part}`] : [part]));
  return element('span', { class: 'id' }, parts);
}

/** A product's name, with its id below. */
export function productName(products, id) {
  const product = products?.find((one) => one.productId === id);
  return element(
    'div',
    { class: 'product' },
    productTile(product?.type),
    element(
      'div',
      { class: 'product-words' },
      element('span', { class: 'product-title' }, product?.name ?? text('product.unknown')),
      identifier(id),
    ),
  );
}
