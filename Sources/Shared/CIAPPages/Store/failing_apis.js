// The StoreKit APIs that fail, and their errors.

import { perform } from './actions.js';
import { element } from './elements.js';
import { apis, errorsOf } from './failures.js';
import { field, select, setValue } from './fields.js';
import { section } from './parts.js';
import { text } from './texts.js';

export function failingAPIs() {
  const controls = apis.map((api) => {
    const control = select(
      `fails-${api}`,
      [{ value: 'none', label: text('fail.none') }, ...errorsOf(api).map((value) => ({ value, label: value }))],
      { on: { change: () => perform('fail', { api, error: control.value }, done(api, control.value)) } },
    );
    return { api, control };
  });
  return {
    element: section(
      text('fail.title'),
      element('p', { class: 'hint' }, text('fail.how')),
      element('div', { class: 'field-grid' }, controls.map(({ api, control }) => field(text(`api.${api}`), control))),
    ),
    update({ settings }) {
      for (const { api, control } of controls) {
        const failure = settings[`fails.${api}`] ?? 'none';
        setValue(control, failure);
        control.classList.toggle('failing', failure !== 'none');
      }
    },
  };
}

function done(api, error) {
  return text(error === 'none' ? 'fail.done.none' : 'fail.done', { api: text(`api.${api}`), error });
}
