// The fragment of the address names the view and its subject: #player?name=anna

import { element } from './elements.js';

export function addressOf(view, values = {}) {
  const query = new URLSearchParams(values).toString();
  return query ? `#${view}?${query}` : `#${view}`;
}

/** Returns {view, values}. */
export function readAddress() {
  const [view, query = ''] = location.hash.slice(1).split('?');
  return { view, values: Object.fromEntries(new URLSearchParams(query)) };
}

export function playerLink(name) {
  return element('a', { href: addressOf('player', { name }), 'data-focus': `player ${name}` }, name);
}

export function transactionLink(id) {
  return element('a', { class: 'id', href: addressOf('transaction', { id }), 'data-focus': `transaction ${id}` }, id);
}
