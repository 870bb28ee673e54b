// Finds the subject of a search and opens its page.

import { addressOf, playerLink } from './address.js';
import { pathOf, read } from './api.js';
import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { section } from './parts.js';
import { text } from './texts.js';

const forms = {
  token: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  transaction: /^\d{6,}$/,
  order: /^(?=.*\d)[A-Z0-9]{8,}$/,
};

export function search({ for: words = '' }) {
  const list = element('ul', { class: 'plain-list' });
  return {
    title: text('search.title', { words }),
    element: section(text('search.players'), list),
    ask: () => find(words),
    update({ address, players }) {
      if (address) location.replace(address);
      else keepingFocus(() => fill(list, players.map((name) => element('li', {}, playerLink(name)))));
    },
  };
}

/** Returns the address if only one subject fits, otherwise the players that fit. */
async function find(words) {
  if (forms.transaction.test(words)) {
    const { entries } = await read(pathOf('transactions', words));
    if (entries.length) return { address: addressOf('transaction', { id: words }) };
  }
  const players = await playersOf(words);
  if (players.length > 1) return { players };
  // A player name without data has an empty page, on which support can grant something.
  return { address: addressOf('player', { name: players[0] ?? words }) };
}

async function playersOf(words) {
  const kind = Object.keys(forms).find((one) => forms[one].test(words));
  if (!kind) return [];
  try {
    return (await read('players', { [kind]: words })).players;
  } catch (error) {
    // A server without access to the App Store knows no orders. The words may also be a name.
    if (kind === 'order' && [400, 404].includes(error.status)) return [];
    throw error;
  }
}
