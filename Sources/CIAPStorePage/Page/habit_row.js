// A habit: its description, and a control that changes it.

import { perform } from './actions.js';
import { element, fill, freshID } from './elements.js';
import { input, select, setValue } from './fields.js';
import { number } from './formats.js';
import { badge } from './parts.js';
import { inLanguage, text } from './texts.js';

/** @param first the store's data of the habit when the row is created */
export function habitRow(first) {
  let shown = first;
  const id = freshID('habit');
  const hintID = freshID('hint');
  const change = async (value) => {
    // A browser returns an empty value for input that is not a number.
    if (value === '') return control.show(shown.value);
    const answer = await perform('habit', { name: first.name, value }, text('habit.done', { habit: first.name }));
    // Show the old value after a refusal. After a success, the control already has the new value.
    if (answer === null) control.show(shown.value);
    else shown = { ...shown, value: answer.value };
  };
  const control = controlOf(first, { name: first.name, id, 'aria-describedby': hintID }, change);
  const documented = badge(text('habit.documented', { value: valueOf(first, first.documented) }), 'waiting');
  return {
    element: element(
      'div',
      { class: 'setting habit', 'data-key': first.name },
      element(
        'div',
        {},
        element('label', { for: id }, inLanguage(first.sentence, first.sentenceInChinese)),
        element(
          'div',
          { id: hintID },
          element('p', { class: 'habit-name' }, element('code', { class: 'id' }, first.name), documented),
          element('p', { class: 'hint' }, text('habit.source', { source: first.source })),
        ),
      ),
      element('div', { class: 'habit-control' }, control.element, control.unit && element('span', { class: 'hint' }, control.unit)),
    ),
    isChanged: () => shown.value !== shown.documented,
    update(habit) {
      shown = habit;
      control.follow(habit.value);
      documented.hidden = habit.value === habit.documented;
    },
  };
}

/** `show(value)` always shows the value. `follow(value)` does not while the user is typing. */
function controlOf(habit, attributes, change) {
  switch (habit.kind) {
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
        habit.name,
        habit.names.map((_, index) => ({ value: String(index), label: choiceOf(habit, index) })),
        { ...attributes, on: { change: () => change(control.value) } },
      );
      const show = (value) => {
        control.value = String(value);
      };
      return { element: control, show, follow: show };
    }
    default: {
      const control = input(habit.name, {
        ...attributes,
        type: 'number',
        min: 0,
        max: habit.largest,
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
        unit: { milliseconds: text('habit.milliseconds'), percent: '%' }[habit.kind],
      };
    }
  }
}

function valueOf(habit, value) {
  if (habit.kind === 'flag') return text(value ? 'habit.on' : 'habit.off');
  if (habit.kind === 'choice') return choiceOf(habit, value);
  return number(value);
}

function choiceOf(habit, value) {
  return inLanguage(habit.titles[value], habit.titlesInChinese[value]);
}
