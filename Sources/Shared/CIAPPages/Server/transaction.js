// The entries of a transaction, and the table of entries, which a player's history also uses.

import { playerLink, transactionLink } from './address.js';
import { pathOf, read } from './api.js';
import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { number, time } from './formats.js';
import { badge, emptyBox, facts, identifier, section } from './parts.js';
import { dataTable } from './tables.js';
import { text, textOr } from './texts.js';

const moods = { granted: 'good', 'taken-back': 'bad', refused: 'bad', manual: 'waiting' };

export function transaction({ id = '' }) {
  const players = element('div');
  const table = entriesTable(text('transaction.entries'), true);
  return {
    title: text('transaction.title', { id }),
    element: element(
      'div',
      { class: 'stack' },
      section(text('transaction.players'), players),
      section(text('transaction.entries'), table.element),
    ),
    ask: async () => ({
      entries: (await read(pathOf('transactions', id))).entries,
      players: (await read('players', { transaction: id })).players,
    }),
    update({ entries, players: owners }) {
      const links = owners.map((name) => [text('field.player'), playerLink(name)]);
      keepingFocus(() => fill(players, links.length ? facts(links) : text('transaction.nobody')));
      table.update(entries);
    },
  };
}

/** @param hasPlayers true if each entry shows its player */
export function entriesTable(caption, hasPlayers) {
  return dataTable({
    caption,
    key: (one) => one.id,
    empty: emptyBox('transactions', text('entries.none'), text('entries.none.how')),
    columns: [
      { name: 'at', label: text('field.time'), cell: (one) => moment(one.at) },
      { name: 'kind', label: text('field.what'), cell: what },
      { name: 'amount', label: text('field.amount'), cell: ({ amount }) => amount !== undefined && signed(amount) },
      { name: 'product', label: text('field.product'), cell: product },
      { name: 'cause', label: text('field.cause'), cell: cause },
      hasPlayers && { name: 'player', label: text('field.player'), cell: ({ player }) => player && playerLink(player) },
    ].filter(Boolean),
  });
}

function what({ kind, name }) {
  return element(
    'div',
    { class: 'badges' },
    badge(textOr(`kind.${kind}`, kind), moods[kind]),
    name && element('span', { class: 'name' }, name),
  );
}

function product({ productId, transactionId }) {
  return [productId && identifier(productId), transactionId && transactionLink(transactionId)];
}

function cause({ cause: words, detail }) {
  return element('div', {}, causeText(words), detail && element('p', { class: 'detail' }, detail));
}

/** @param milliseconds since 1970, or nothing */
export function moment(milliseconds) {
  return Number.isFinite(milliseconds) && time(new Date(milliseconds).toISOString());
}

function signed(amount) {
  return amount > 0 ? `+${number(amount)}` : number(amount);
}

/** Translates the server's causes: "game", "notification TYPE", "by hand: NAME". */
function causeText(cause) {
  const [, kind, name] = /^(notification|by hand:) (.*)$/s.exec(cause) ?? [];
  return kind ? text(`cause.${kind}`, { name }) : textOr(`cause.${cause}`, cause);
}
