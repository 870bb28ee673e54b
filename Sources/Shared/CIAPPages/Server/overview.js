// The numbers of the server's data, and of pending work.

import { addressOf } from './address.js';
import { read } from './api.js';
import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { number } from './formats.js';
import { facts, section } from './parts.js';
import { text, textOr } from './texts.js';

export function overview() {
  const counts = element('div');
  const waiting = element('div');
  return {
    title: text('view.overview'),
    element: element(
      'div',
      { class: 'stack' },
      section(text('overview.counts'), counts),
      section(
        text('overview.waits'),
        waiting,
        element('p', { class: 'hint' }, element('a', { href: addressOf('waits') }, text('overview.waits.more'))),
      ),
      section(text('overview.search'), element('p', { class: 'hint' }, text('overview.search.how'))),
    ),
    /** Without the server's time, which differs in every response. */
    ask: async () => ({ ...(await read('overview')), now: undefined }),
    update: (response) =>
      keepingFocus(() => {
        fill(counts, facts(countsOf(response)));
        fill(waiting, facts(waitingOf(response)));
      }),
  };
}

function countsOf(response) {
  return [
    [text('overview.app'), response.bundleId],
    [text('environments'), response.environments?.join(', ')],
    ...['purchases', 'players', 'notifications']
      .filter((name) => response[name] !== undefined)
      .map((name) => [text(`overview.${name}`), number(response[name])]),
  ];
}

function waitingOf({ deliveries = {}, work = {} }) {
  return [
    ...Object.entries(deliveries).map(([state, count]) => [
      text('overview.deliveries', { state: textOr(`state.${state}`, state) }),
      number(count),
    ]),
    ...Object.entries(work).map(([kind, count]) => [text('overview.work', { kind }), number(count)]),
  ];
}
