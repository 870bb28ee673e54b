// Behaviour of real systems that Apple's documentation does not describe: a profile, and each quirk.

import { perform } from './actions.js';
import { element, fill } from './elements.js';
import { checkbox, field, select, setOptions } from './fields.js';
import { number } from './formats.js';
import { quirkRow } from './quirk_row.js';
import { emptyBox, section } from './parts.js';
import { inLanguage, text } from './texts.js';

// The other groups are in the second column.
const groupsOfFirstColumn = ['listing', 'empty'];

export const quirks = {
  name: 'quirks',
  create() {
    let isFiltered = false;
    // Rows that the filter has shown stay visible. Otherwise a row would disappear while the user resets its quirk.
    const kept = new Set();
    const rows = new Map();
    const groups = new Map();
    const columns = [element('div', { class: 'stack' }), element('div', { class: 'stack' })];
    const lists = element('div', { class: 'columns quirk-lists' }, columns);
    const empty = emptyBox('quirks', text('quirks.none'), text('quirks.none.how'));
    const count = element('p', { class: 'count', role: 'status' });
    const profile = profileChoice(() => kept.clear());
    const filter = checkbox('changed', text('quirks.filter'), {
      on: {
        change: (event) => {
          isFiltered = event.target.checked;
          kept.clear();
          show();
        },
      },
    });

    function add(quirk) {
      const row = quirkRow(quirk);
      rows.set(quirk.name, row);
      if (!groups.has(quirk.group)) {
        const group = { element: section(inLanguage(quirk.groupTitle, quirk.groupTitleInChinese)), rows: [] };
        groups.set(quirk.group, group);
        columns[groupsOfFirstColumn.includes(quirk.group) ? 0 : 1].append(group.element);
      }
      groups.get(quirk.group).rows.push(row);
      groups.get(quirk.group).element.append(row.element);
    }

    function show() {
      const changed = [...rows].filter(([, row]) => row.isChanged());
      for (const [name] of changed) kept.add(name);
      for (const [name, row] of rows) row.element.hidden = isFiltered && !kept.has(name);
      for (const group of groups.values()) group.element.hidden = group.rows.every((row) => row.element.hidden);
      lists.classList.toggle('filtered', isFiltered);
      empty.hidden = !isFiltered || kept.size > 0;
      fill(count, text('quirks.count', { count: number(changed.length), all: number(rows.size) }));
    }

    return {
      element: element(
        'div',
        { class: 'stack' },
        section(
          text('quirks.title'),
          element('p', { class: 'hint' }, text('quirks.how')),
          element(
            'form',
            {
              class: 'filters quirk-choice',
              'aria-label': text('quirks.title'),
              on: { submit: (event) => event.preventDefault() },
            },
            profile.element,
            filter,
            count,
          ),
        ),
        empty,
        lists,
      ),
      requests: () => ({ quirks: ['quirks', {}], profiles: ['profiles', {}] }),
      update(responses) {
        for (const quirk of responses.quirks) {
          if (!rows.has(quirk.name)) add(quirk);
          rows.get(quirk.name).update(quirk);
        }
        profile.update(responses.profiles);
        show();
      },
    };
  },
};

/** @param chosen called before the store changes to another profile */
function profileChoice(chosen) {
  let titles = new Map();
  const control = select('profile', [], {
    on: {
      change: () => {
        if (!control.value) return;
        chosen();
        perform('profile', { name: control.value }, text('quirks.profile.done', { profile: titles.get(control.value) }));
      },
    },
  });
  return {
    element: field(text('quirks.profile'), control),
    update(profiles) {
      titles = new Map(profiles.map((one) => [one.profile, inLanguage(one.title, one.titleInChinese)]));
      const present = profiles.find((one) => one.inForce)?.profile ?? '';
      setOptions(control, [
        ...(present ? [] : [{ value: '', label: text('quirks.profile.none') }]),
        ...profiles.map(({ profile, changed }) => ({
          value: profile,
          label: changed
            ? text('quirks.profile.changed', { profile: titles.get(profile), count: number(changed) })
            : titles.get(profile),
        })),
      ]);
      control.value = present;
    },
  };
}
