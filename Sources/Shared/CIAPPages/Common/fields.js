// Form controls with their labels.

import { element, freshID } from './elements.js';

/** Creates a label above a control, and a hint below it. */
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

/** Creates an input that proposes values but accepts others. */
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

/** Replaces the options, and keeps the selected one if it still exists. */
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

/** Sets the value of a control, unless the user is editing it. This is for controls that change the store immediately. */
export function setValue(control, value) {
  if (control.localName === 'select' || document.activeElement !== control) control.value = value;
}

/**
 * For controls of a form that is sent later. Returns a function that sets the value when the store's value has changed. It
 * keeps a value that the user has selected but not sent yet.
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

/** Creates a switch that changes the store and shows the store's value. */
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

/** Creates a choice between a few values, side by side. */
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
