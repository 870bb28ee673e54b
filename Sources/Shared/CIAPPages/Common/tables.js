// Tables that are updated row by row. Unchanged rows keep their place and the focus.
//
// On a narrow screen each row is a card. Browsers then no longer treat it as a table, so the roles are set explicitly.

import { element } from './elements.js';
import { keepingFocus } from './focus.js';

/**
 * @param {object} options
 *   `caption`: for screen readers; `columns`: [{name, label, cell(row)}]; `key(row)`: an id; `empty`: the
 *   element to show without rows
 * @returns {element, update(rows, context)}; a change of `context` creates all rows again
 */
export function dataTable({ caption, columns, key, empty }) {
  const body = element('tbody', { role: 'rowgroup' });
  const table = element(
    'table',
    { role: 'table', class: 'rows' },
    element('caption', { class: 'unseen' }, caption),
    element(
      'thead',
      { role: 'rowgroup' },
      element(
        'tr',
        { role: 'row' },
        columns.map(({ name, label }) => element('th', { scope: 'col', role: 'columnheader', class: `cell-${name}` }, label)),
      ),
    ),
    body,
  );
  const box = element('div', { class: 'rows-box' }, table);
  const made = new Map();

  function row(item, id) {
    return element(
      'tr',
      { role: 'row', 'data-key': id },
      columns.map(({ name, label, cell }) =>
        element('td', { role: 'cell', class: `cell-${name}`, 'data-label': label }, cell(item)),
      ),
    );
  }

  function update(items, context) {
    box.hidden = items.length === 0;
    empty.hidden = items.length > 0;
    const gone = new Set(made.keys());
    keepingFocus(() => {
      items.forEach((item, place) => {
        const id = String(key(item));
        const signature = JSON.stringify([item, context]);
        gone.delete(id);
        let known = made.get(id);
        if (known?.signature !== signature) {
          const fresh = row(item, id);
          known?.element.replaceWith(fresh);
          known = { signature, element: fresh };
          made.set(id, known);
        }
        if (body.children[place] !== known.element) body.insertBefore(known.element, body.children[place] ?? null);
      });
      for (const id of gone) {
        made.get(id).element.remove();
        made.delete(id);
      }
    });
  }

  return { element: element('div', {}, box, empty), update };
}
