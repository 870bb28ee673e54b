// Dialogs: a form in the middle, a question, or a panel at the side.

import { errorText } from './actions.js';
import { button, iconButton } from './buttons.js';
import { element, fill, freshID } from './elements.js';
import { focusReturn } from './focus.js';
import { text } from './texts.js';

/**
 * Opens a dialog. Escape and the button in its corner close it.
 *
 * @param {object} options `title`; `name`: for styles and tests; `body`: its content; `closed`: called when it closes
 * @returns a function that closes it
 */
export function openDialog({ title, name, body, closed = () => {} }) {
  const giveFocusBack = focusReturn();
  const titleID = freshID('title');
  const dialog = element(
    'dialog',
    { class: `dialog ${name}`, 'aria-labelledby': titleID, 'data-dialog': name },
    element(
      'header',
      { class: 'dialog-head' },
      element('h2', { id: titleID, tabindex: '-1' }, title),
      iconButton(text('close'), 'close', () => dialog.close(), 'close'),
    ),
    element('div', { class: 'dialog-body' }, body),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed();
    giveFocusBack();
  });
  dialog.addEventListener('mousedown', (event) => {
    if (isBeside(dialog, event)) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return () => dialog.close();
}

/** A click on the backdrop has the dialog as its target, but so has a click on the dialog's scroll bar. */
function isBeside(dialog, event) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
  return event.target === dialog && !isInside;
}

/**
 * Opens a form. The form closes when `submit` succeeds, and shows the error when it fails.
 *
 * @param {object} options
 *   `title`, `name`, `explanation`, `fields`: elements; `action`: the label of the button; `isDestructive`;
 *   `submit(values)`: may throw; `values` has the values of the controls by name, and booleans for check boxes
 */
export function openForm({ title, name, explanation, fields = [], action, isDestructive = false, submit }) {
  const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  const confirm = element(
    'button',
    { type: 'submit', class: `button ${isDestructive ? 'danger' : 'primary'}`, 'data-action': 'confirm' },
    action,
  );
  const form = element(
    'form',
    {
      class: 'form',
      on: {
        submit: async (event) => {
          event.preventDefault();
          confirm.disabled = true;
          try {
            await submit(values(form));
            close();
          } catch (error) {
            fill(problem, errorText(error));
            problem.hidden = false;
            confirm.disabled = false;
          }
        },
      },
    },
    explanation && element('p', { class: 'explanation' }, explanation),
    fields,
    problem,
    element('div', { class: 'form-end' }, button(text('cancel'), { action: 'dismiss', press: () => close() }), confirm),
  );
  const close = openDialog({ title, name, body: form });
  (form.querySelector('input, select, textarea') ?? confirm).focus();
}

function values(form) {
  const found = {};
  for (const control of form.elements) {
    if (control.name) found[control.name] = control.type === 'checkbox' ? control.checked : control.value.trim();
  }
  return found;
}
