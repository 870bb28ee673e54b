// Sends any test control to the store, in the format of its log.

import { carryOut, errorText } from './actions.js';
import { announce } from './announcements.js';
import { SignedOut } from './api.js';
import { element, fill } from './elements.js';
import { field } from './fields.js';
import { section } from './parts.js';
import { text } from './texts.js';

const example = '{"setInterruption": {"interruption": 1}}';

export function logControl() {
  const words = element('textarea', { name: 'control', rows: 2, spellcheck: 'false', required: true });
  words.value = example;
  const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  const run = async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      await carryOut('control', { json: JSON.parse(words.value) });
      announce(text('control.done'));
    } catch (error) {
      if (error instanceof SignedOut) return;
      fill(problem, errorText(error));
      problem.hidden = false;
    }
  };
  return section(
    text('control.title'),
    element('p', { class: 'hint' }, text('control.how')),
    element(
      'form',
      { class: 'form', on: { submit: run } },
      field(text('control.field'), words),
      problem,
      element('button', { type: 'submit', class: 'button plain', 'data-action': 'control' }, text('control.run')),
    ),
  );
}
