// Form controls with their labels.

import { element, freshID } from './elements.js';

/** A label above a control, and a hint below it. */
export function field(label, control, hint) {
  control.id ||= freshID('field');
  const hintID = hint && freshID('hint');
  if (hint) control.setAttribute('aria-describedby', hintID);
  return element(
    'div',
    { class: 'field' },
    element('label', { for: control.id }, label),
    control,
    hint && element('p', { class: 'hint', id: hintID }, hint),
  );
}

export function input(name, attributes = {}) {
  return element('input', { type: 'text', name, autocomplete: 'off', spellcheck: 'false', ...attributes });
}

/** An input that proposes values and takes others, too. */
export function inputWithProposals(name, proposals, attributes = {}) {
  const id = freshID('proposals');
  const list = element('datalist', { id });
  setProposals(list, proposals);
  return { control: input(name, { list: id, ...attributes }), list };
}

function setProposals(list, proposals) {
  list.replaceChildren(...proposals.map(({ value, label }) => element('option', { value, label })));
}

/** @param options [{value, label}], or [{group, options}] */
export function select(name, options, attributes = {}) {
  const made = element('select', { name, ...attributes });
  setOptions(made, options);
  return made;
}

/** Keeps the choice if it is still there. */
export function setOptions(control, options) {
  const signature = JSON.stringify(options);
  if (control.optionsSignature === signature) return;
  control.optionsSignature = signature;
  const chosen = control.value;
  control.replaceChildren(...options.map(option));
  const values = [...control.options].map((one) => one.value);
  if (values.includes(chosen)) control.value = chosen;
}

function option({ value, label, group, options }) {
  if (group !== undefined) return element('optgroup', { label: group }, ...options.map(option));
  return element('option', { value }, label);
}

/** Sets what a control shows, unless somebody is typing there. For controls that change the store at once. */
export function setValue(control, value) {
  if (control.localName === 'select' || document.activeElement !== control) control.value = value;
}

/**
 * For controls of a form that is sent later: returns a function that sets the value when the store has another one than before.
 * What somebody has chosen and not sent yet stays.
 */
export function follower(control) {
  let last;
  return (value) => {
    if (value !== last) control.value = value;
    last = value;
  };
}

export function checkbox(name, label, attributes = {}) {
  const id = freshID('check');
  return element(
    'div',
    { class: 'check' },
    element('input', { type: 'checkbox', name, id, ...attributes }),
    element('label', { for: id }, label),
  );
}

/** A switch that asks the store to change, and shows what the store says. */
export function settingSwitch(name, label, hint, onChange) {
  const id = freshID('switch');
  const hintID = freshID('hint');
  const control = element('input', {
    type: 'checkbox',
    role: 'switch',
    class: 'switch',
    name,
    id,
    'aria-describedby': hintID,
    on: { change: () => onChange(control.checked) },
  });
  const row = element(
    'div',
    { class: 'setting' },
    element('div', {}, element('label', { for: id }, label), element('p', { class: 'hint', id: hintID }, hint)),
    control,
  );
  return { row, control };
}

/** One choice of a few, side by side. */
export function choiceBar(legend, name, options, chosen, onChange) {
  return element(
    'fieldset',
    { class: 'choices' },
    element('legend', { class: 'unseen' }, legend),
    options.map(({ value, label }) => {
      const id = freshID('choice');
      return element(
        'span',
        { class: 'choice' },
        element('input', {
          type: 'radio',
          name,
          id,
          value,
          checked: value === chosen,
          'data-focus': `${name} ${value}`,
          on: { change: () => onChange(value) },
        }),
        element('label', { for: id }, label),
      );
    }),
  );
}
