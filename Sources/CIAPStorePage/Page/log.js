// The store's log: every command, in order. A new store can be created from it.

import { announce } from './announcements.js';
import { button } from './buttons.js';
import { element, fill } from './elements.js';
import { field, input } from './fields.js';
import { number, time } from './formats.js';
import { logControl } from './log_control.js';
import { code, emptyBox, section } from './parts.js';
import { dataTable } from './tables.js';
import { text } from './texts.js';

const atATime = 200;

export const log = {
  name: 'log',
  create() {
    let shownLines = atATime;
    let whole = '';
    const command = code('', text('log.replay.command'));
    const search = input('search', { type: 'search', on: { input: () => show() } });
    const count = element('p', { class: 'count', role: 'status' });
    const older = button(text('transactions.older'), {
      action: 'older',
      press: () => {
        shownLines += atATime;
        show();
      },
    });
    const table = lineTable();

    function show() {
      // The first line describes the start of the store. The others are commands.
      const lines = whole.split('\n').filter(Boolean).slice(1);
      const word = search.value.trim().toLowerCase();
      const found = lines
        .map((line, index) => ({ number: index + 1, line }))
        .filter(({ line }) => line.toLowerCase().includes(word))
        .reverse();
      table.update(found.slice(0, shownLines));
      fill(count, text('log.count', { count: number(found.length) }));
      older.hidden = found.length <= shownLines;
    }

    return {
      element: element(
        'div',
        { class: 'stack' },
        element(
          'div',
          { class: 'columns' },
          section(
            text('log.replay'),
            element('p', { class: 'hint' }, text('log.replay.how')),
            command,
            element(
              'div',
              { class: 'buttons' },
              // Browsers provide no clipboard for pages of another machine without HTTPS.
              navigator.clipboard &&
                button(text('copy'), { action: 'copy', icon: 'copy', press: () => copy(command.textContent) }),
              button(text('log.download'), {
                action: 'download',
                kind: 'primary',
                icon: 'download',
                press: () => download(whole),
              }),
            ),
          ),
          logControl(),
        ),
        element(
          'section',
          { class: 'panel', 'aria-label': text('view.log') },
          element(
            'form',
            { class: 'filters', 'aria-label': text('filter.title'), on: { submit: (event) => event.preventDefault() } },
            field(text('log.search'), search),
            count,
          ),
          table.element,
          element('div', { class: 'list-end' }, older),
        ),
      ),
      questions: () => ({ log: ['log', {}], clock: ['clock', {}] }),
      update(answers) {
        whole = answers.log.log;
        // A new store has the machine's clock, unless the command names another one.
        fill(command, `iap-store replay iap-store.log --store again.db --clock ${answers.clock.clock}`);
        show();
      },
    };
  },
};

function lineTable() {
  return dataTable({
    caption: text('view.log'),
    key: (one) => one.number,
    empty: emptyBox('log', text('log.none'), text('log.none.how')),
    columns: [
      { name: 'number', label: text('field.number'), cell: (one) => number(one.number) },
      { name: 'date', label: text('field.date'), cell: (one) => date(JSON.parse(one.line)) },
      { name: 'who', label: text('field.who'), cell: (one) => who(JSON.parse(one.line)) },
      { name: 'what', label: text('field.what'), cell: (one) => what(JSON.parse(one.line)) },
    ],
  });
}

function date({ at }) {
  return time(new Date(at).toISOString(), { dateStyle: 'medium', timeStyle: 'medium' });
}

function who({ account, device }) {
  if (device === undefined) return text('log.store');
  return account ? `${account} · ${device}` : device;
}

/** A command is an object with one member: its name and its values. */
function what({ control, request }) {
  const [name, values] = Object.entries(control ?? request ?? {})[0] ?? [];
  if (!name) return text('log.settle');
  const words = JSON.stringify(values);
  return [element('code', { class: 'type-name' }, name), words !== '{}' && element('span', { class: 'values' }, words)];
}

async function copy(words) {
  await navigator.clipboard.writeText(words);
  announce(text('copied'));
}

function download(words) {
  const address = URL.createObjectURL(new Blob([words], { type: 'application/x-ndjson' }));
  element('a', { href: address, download: 'iap-store.log' }).click();
  // The browser has started to read by this time.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
