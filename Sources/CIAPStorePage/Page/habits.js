// Behaviour of real systems that Apple's documentation does not describe: a profile, and each habit.

import { perform } from './actions.js';
import { element, fill } from './elements.js';
import { checkbox, field, select, setOptions } from './fields.js';
import { number } from './formats.js';
import { habitRow } from './habit_row.js';
import { emptyBox, section } from './parts.js';
import { inLanguage, text } from './texts.js';

// The other groups are in the second column.
const groupsOfFirstColumn = ['listing', 'empty'];

export const habits = {
  name: 'habits',
  create() {
    let isFiltered = false;
    // Rows that the filter has shown stay visible. Otherwise a row would disappear while the user resets its habit.
    const kept = new Set();
    const rows = new Map();
    const groups = new Map();
    const columns = [element('div', { class: 'stack' }), element('div', { class: 'stack' })];
    const lists = element('div', { class: 'columns habit-lists' }, columns);
    const empty = emptyBox('habits', text('habits.none'), text('habits.none.how'));
    const count = element('p', { class: 'count', role: 'status' });
    const profile = profileChoice(() => kept.clear());
    const filter = checkbox('changed', text('habits.filter'), {
      on: {
        change: (event) => {
          isFiltered = event.target.checked;
          kept.clear();
          show();
        },
      },
    });

    function add(habit) {
      const row = habitRow(habit);
      rows.set(habit.name, row);
      if (!groups.has(habit.group)) {
        const group = { element: section(inLanguage(habit.groupTitle, habit.groupTitleInChinese)), rows: [] };
        groups.set(habit.group, group);
        columns[groupsOfFirstColumn.includes(habit.group) ? 0 : 1].append(group.element);
      }
      groups.get(habit.group).rows.push(row);
      groups.get(habit.group).element.append(row.element);
    }

    function show() {
      const changed = [...rows].filter(([, row]) => row.isChanged());
      for (const [name] of changed) kept.add(name);
      for (const [name, row] of rows) row.element.hidden = isFiltered && !kept.has(name);
      for (const group of groups.values()) group.element.hidden = group.rows.every((row) => row.element.hidden);
      lists.classList.toggle('filtered', isFiltered);
      empty.hidden = !isFiltered || kept.size > 0;
      fill(count, text('habits.count', { count: number(changed.length), all: number(rows.size) }));
    }

    return {
      element: element(
        'div',
        { class: 'stack' },
        section(
          text('habits.title'),
          element('p', { class: 'hint' }, text('habits.how')),
          element(
            'form',
            {
              class: 'filters habit-choice',
              'aria-label': text('habits.title'),
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
      questions: () => ({ habits: ['habits', {}], profiles: ['profiles', {}] }),
      update(answers) {
        for (const habit of answers.habits) {
          if (!rows.has(habit.name)) add(habit);
          rows.get(habit.name).update(habit);
        }
        profile.update(answers.profiles);
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
        perform('profile', { name: control.value }, text('habits.profile.done', { profile: titles.get(control.value) }));
      },
    },
  });
  return {
    element: field(text('habits.profile'), control),
    update(profiles) {
      titles = new Map(profiles.map((one) => [one.profile, inLanguage(one.title, one.titleInChinese)]));
      const present = profiles.find((one) => one.inForce)?.profile ?? '';
      setOptions(control, [
        ...(present ? [] : [{ value: '', label: text('habits.profile.none') }]),
        ...profiles.map(({ profile, changed }) => ({
          value: profile,
          label: changed
            ? text('habits.profile.changed', { profile: titles.get(profile), count: number(changed) })
            : titles.get(profile),
        })),
      ]);
      control.value = present;
    },
  };
}
