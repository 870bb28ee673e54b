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
    update: (answer) =>
      keepingFocus(() => {
        fill(counts, facts(countsOf(answer)));
        fill(waiting, facts(waitingOf(answer)));
      }),
  };
}

function countsOf(answer) {
  return [
    [text('overview.app'), answer.bundleId],
    [text('environments'), answer.environments?.join(', ')],
    ...['purchases', 'players', 'notifications']
      .filter((name) => answer[name] !== undefined)
      .map((name) => [text(`overview.${name}`), number(answer[name])]),
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
