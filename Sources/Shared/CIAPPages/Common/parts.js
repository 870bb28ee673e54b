// Parts that several views use.

import { element } from './elements.js';
import { icon } from './icons.js';
import { text, textOr } from './texts.js';

// The meaning of the store's states, for colours.
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

/** Creates a part of a view with a heading. */
export function section(heading, ...content) {
  return element('section', { class: 'panel' }, element('h2', {}, heading), ...content);
}

/** Creates the box that replaces an empty list. It is hidden at first. */
export function emptyBox(picture, heading, words) {
  return element(
    'div',
    { class: 'empty', hidden: true },
    icon(picture),
    element('p', { class: 'empty-title' }, heading),
    element('p', {}, words),
  );
}

/** Creates a list of names and values. Missing values are omitted. */
export function facts(pairs) {
  return element(
    'dl',
    { class: 'facts' },
    pairs
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  );
}

/** Creates a long text in a fixed-width font. The keyboard can focus it, to scroll it. */
export function code(words, label) {
  return element('pre', { class: 'code', tabindex: '0', role: 'region', 'aria-label': label }, words);
}

/** Creates a section that can be opened. */
export function disclosure(summary, ...content) {
  return element('details', { class: 'disclosure' }, element('summary', {}, summary), ...content);
}

/** Formats JSON for reading. Other text stays unchanged. */
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

/** Creates a coloured square with an icon for the type of a product. */
export function productTile(type) {
  return element('span', { class: `tile tile-${tiles[type] ?? 'products'}` }, icon(tiles[type] ?? 'products'));
}

/** Creates an id that can break after each of its points. */
export function identifier(id) {
  const parts = id.split('.').flatMap((part, index) => (index ? [element('wbr'), `.${part}`] : [part]));
  return element('span', { class: 'id' }, parts);
}

/** Creates the name of a product, with its id below. */
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
