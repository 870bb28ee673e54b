// A player's balances, unlocks, subscriptions and history, and a manual change.

import { addressOf } from './address.js';
import { read } from './api.js';
import { changeForm } from './change.js';
import { element, fill } from './elements.js';
import { choiceBar } from './fields.js';
import { number } from './formats.js';
import { badge, facts, identifier, section } from './parts.js';
import { dataTable } from './tables.js';
import { text, textOr } from './texts.js';
import { entriesTable, moment } from './transaction.js';

const moods = { Active: 'good', InGracePeriod: 'waiting', InBillingRetry: 'waiting', Revoked: 'bad', Refunded: 'bad' };

export function player({ name = '', environment: first }, { refresh }) {
  let environment = first;
  const place = element('div', { class: 'player-head' });
  const balances = element('div');
  const unlocks = unlocksTable();
  const subscriptions = subscriptionsTable();
  const past = entriesTable(text('player.history'), false);
  const form = changeForm(name, refresh);

  function choose(value) {
    environment = value;
    history.replaceState(null, '', addressOf('player', { name, environment }));
    form.setEnvironment(environment);
    refresh();
  }

  /** The server names its default environment, and the page keeps using it. */
  function showEnvironments(chosen, known) {
    if (place.hasChildNodes()) return;
    environment = chosen;
    form.setEnvironment(environment);
    const names = [...new Set([chosen, ...known])].sort();
    const options = names.map((value) => ({ value, label: textOr(`environment.${value}`, value) }));
    fill(place, choiceBar(text('environment'), 'environment', options, chosen, choose));
  }

  return {
    title: text('player.title', { name }),
    element: element(
      'div',
      { class: 'stack' },
      place,
      element(
        'div',
        { class: 'columns' },
        element(
          'div',
          { class: 'stack' },
          section(text('player.balances'), balances),
          section(text('player.unlocks'), unlocks.element),
        ),
        section(text('change.title'), form.element),
      ),
      section(text('player.subscriptions'), subscriptions.element),
      section(text('player.history'), past.element),
    ),
    ask: () => ask(name, environment),
    update({ state, entries, environments }) {
      showEnvironments(state.environment, environments);
      const pairs = Object.entries(state.balances).map(([counter, amount]) => [counter, number(amount)]);
      fill(balances, pairs.length ? facts(pairs) : element('p', { class: 'hint' }, text('player.balances.none')));
      unlocks.update(state.unlocks);
      subscriptions.update(state.subscriptions);
      past.update(entries);
      form.update(state);
    },
  };
}

async function ask(name, environment) {
  const [state, { entries }, { environments = [] }] = await Promise.all([
    read('players/-', { player: name, environment }),
    read('players/-/history', { player: name, environment }),
    read('overview'),
  ]);
  return { state, entries, environments };
}

function unlocksTable() {
  return dataTable({
    caption: text('player.unlocks'),
    key: (one) => `${one.name} ${one.productId ?? ''}`,
    empty: element('p', { class: 'hint' }, text('player.unlocks.none')),
    columns: [
      { name: 'unlock', label: text('field.name'), cell: (one) => one.name },
      { name: 'product', label: text('field.product'), cell: origin },
      { name: 'until', label: text('field.until'), cell: (one) => moment(one.expiresAt) || text('forever') },
    ],
  });
}

function origin({ productId }) {
  return productId ? identifier(productId) : text('by-hand');
}

function subscriptionsTable() {
  return dataTable({
    caption: text('player.subscriptions'),
    // The same product may occur again in a later subscription.
    key: (one) => one.originalTransactionId ?? JSON.stringify(one),
    empty: element('p', { class: 'hint' }, text('player.subscriptions.none')),
    columns: [
      { name: 'state', label: text('field.state'), cell: stateBadge },
      { name: 'product', label: text('field.product'), cell: (one) => identifier(one.productId) },
      { name: 'until', label: text('field.until'), cell: (one) => moment(one.expiresAt) || text('nothing') },
      { name: 'renews', label: text('field.renews'), cell: renewal },
    ],
  });
}

function stateBadge({ state }) {
  return badge(textOr(`state.${state}`, state), moods[state]);
}

function renewal(one) {
  if (one.willRenew) return moment(one.renewsAt) || text('yes');
  const reason = one.cancellationReason;
  return reason ? textOr(`cancellation.${reason}`, reason) : text('no');
}
