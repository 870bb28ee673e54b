// Deliveries to the game's other servers, and pending requests to the App Store.

import { announce, announceError } from './announcements.js';
import { errorText, pathOf, read, send } from './api.js';
import { button } from './buttons.js';
import { element } from './elements.js';
import { field, select } from './fields.js';
import { number } from './formats.js';
import { badge, emptyBox, section } from './parts.js';
import { dataTable } from './tables.js';
import { text, textOr } from './texts.js';
import { moment } from './transaction.js';

const moods = { waiting: 'waiting', delivered: 'good', refused: 'bad', 'given up': 'bad' };

export function waits(values, { refresh }) {
  const options = Object.keys(moods).map((value) => ({ value, label: text(`state.${value}`) }));
  const state = select('state', options, { on: { change: refresh } });
  const deliveries = deliveriesTable(refresh);
  const work = workTable();
  return {
    title: text('view.waits'),
    element: element(
      'div',
      { class: 'stack' },
      section(
        text('waits.deliveries'),
        element('div', { class: 'filters' }, field(text('field.state'), state)),
        deliveries.element,
      ),
      section(text('waits.work'), work.element),
    ),
    ask: async () => ({ ...(await read('deliveries', { state: state.value })), ...(await read('work')) }),
    update(responses) {
      deliveries.update(responses.deliveries);
      work.update(responses.work);
    },
  };
}

function deliveriesTable(refresh) {
  return dataTable({
    caption: text('waits.deliveries'),
    key: (one) => `${one.eventId} ${one.endpoint}`,
    empty: emptyBox('check', text('waits.deliveries.none'), text('waits.deliveries.none.how')),
    columns: [
      { name: 'event', label: text('field.event'), cell: event },
      { name: 'name', label: text('field.endpoint'), cell: (one) => one.endpoint },
      { name: 'state', label: text('field.state'), cell: stateBadge },
      { name: 'attempts', label: text('field.attempts'), cell: (one) => number(one.attempts) },
      { name: 'due', label: text('field.due'), cell: (one) => moment(one.dueAt) || text('nothing') },
      { name: 'error', label: text('field.error'), cell: lastError },
      { name: 'actions', label: text('field.actions'), cell: (one) => sendAgain(one, refresh) },
    ],
  });
}

function event({ type, eventId }) {
  return [type, element('span', { class: 'id' }, eventId)];
}

function stateBadge({ state }) {
  return badge(textOr(`state.${state}`, state), moods[state]);
}

function lastError({ lastStatus, lastError: words }) {
  return [lastStatus, words].filter(Boolean).join(' · ') || text('nothing');
}

function sendAgain({ eventId }, refresh) {
  async function press() {
    try {
      await send(pathOf('deliveries', eventId, 'again'));
      announce(text('waits.again.done'));
    } catch (error) {
      announceError(errorText(error));
    }
    refresh();
  }
  return button(text('waits.again'), { action: 'again', kind: 'quiet', about: eventId, press });
}

function workTable() {
  return dataTable({
    caption: text('waits.work'),
    key: (one) => one.id,
    empty: emptyBox('check', text('waits.work.none'), text('waits.work.none.how')),
    columns: [
      { name: 'event', label: text('field.what'), cell: (one) => one.kind },
      { name: 'name', label: text('field.subject'), cell: (one) => one.subject },
      { name: 'attempts', label: text('field.attempts'), cell: (one) => number(one.attempts) },
      { name: 'due', label: text('field.due'), cell: (one) => moment(one.dueAt) || text('nothing') },
      { name: 'error', label: text('field.error'), cell: (one) => one.lastError || text('nothing') },
    ],
  });
}
