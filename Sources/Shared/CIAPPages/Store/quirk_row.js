// A quirk: its description, and a control that changes it.

import { perform } from './actions.js';
import { element, fill, freshID } from './elements.js';
import { input, select, setValue } from './fields.js';
import { number } from './formats.js';
import { badge } from './parts.js';
import { inLanguage, text } from './texts.js';

/** @param first the store's data of the quirk when the row is created */
export function quirkRow(first) {
  let shown = first;
  const id = freshID('quirk');
  const hintID = freshID('hint');
  const change = async (value) => {
    // A browser returns an empty value for input that is not a number.
    if (value === '') return control.show(shown.value);
    const response = await perform('quirk', { name: first.name, value }, text('quirk.done', { quirk: first.name }));
    // Show the old value after a refusal. After a success, the control already has the new value.
    if (response === null) control.show(shown.value);
    else shown = { ...shown, value: response.value };
  };
  const control = controlOf(first, { name: first.name, id, 'aria-describedby': hintID }, change);
  const documented = badge(text('quirk.documented', { value: valueOf(first, first.documented) }), 'waiting');
  return {
    element: element(
      'div',
      { class: 'setting quirk', 'data-key': first.name },
      element(
        'div',
        {},
        element('label', { for: id }, inLanguage(first.sentence, first.sentenceInChinese)),
        element(
          'div',
          { id: hintID },
          element('p', { class: 'quirk-name' }, element('code', { class: 'id' }, first.name), documented),
          element('p', { class: 'hint' }, text('quirk.source', { source: first.source })),
        ),
      ),
      element('div', { class: 'quirk-control' }, control.element, control.unit && element('span', { class: 'hint' }, control.unit)),
    ),
    isChanged: () => shown.value !== shown.documented,
    update(quirk) {
      shown = quirk;
      control.follow(quirk.value);
      documented.hidden = quirk.value === quirk.documented;
    },
  };
}

/** `show(value)` always shows the value. `follow(value)` does not while the user is typing. */
function controlOf(quirk, attributes, change) {
  switch (quirk.kind) {
    case 'flag': {
      const control = element('input', {
        type: 'checkbox',
        role: 'switch',
        class: 'switch',
        ...attributes,
        on: { change: () => change(control.checked ? 'on' : 'off') },
      });
      const show = (value) => {
        control.checked = value !== 0;
      };
      return { element: control, show, follow: show };
    }
    case 'choice': {
      const control = select(
        quirk.name,
        quirk.names.map((_, index) => ({ value: String(index), label: choiceOf(quirk, index) })),
        { ...attributes, on: { change: () => change(control.value) } },
      );
      const show = (value) => {
        control.value = String(value);
      };
      return { element: control, show, follow: show };
    }
    default: {
      const control = input(quirk.name, {
        ...attributes,
        type: 'number',
        min: 0,
        max: quirk.largest,
        on: {
          change: () => change(control.value),
          // Some browsers send no change event for input that is not a number.
          keydown: (event) => {
            if (event.key === 'Enter' && control.validity.badInput) change('');
          },
          blur: () => {
            if (control.validity.badInput) change('');
          },
        },
      });
      return {
        element: control,
        show: (value) => {
          control.value = String(value);
        },
        follow: (value) => setValue(control, String(value)),
        unit: { milliseconds: text('quirk.milliseconds'), percent: '%' }[quirk.kind],
      };
    }
  }
}

function valueOf(quirk, value) {
  if (quirk.kind === 'flag') return text(value ? 'quirk.on' : 'quirk.off');
  if (quirk.kind === 'choice') return choiceOf(quirk, value);
  return number(value);
}

function choiceOf(quirk, value) {
  return inLanguage(quirk.titles[value], quirk.titlesInChinese[value]);
}
