// The form for an access key. It checks the key with a request.

import { errorText, forgetKey, read, setKey } from './api.js';
import { element, fill } from './elements.js';
import { field, input } from './fields.js';
import { text } from './texts.js';

/** @param why the problem of the previous key, if there was one; @param signedIn called when a key is accepted */
export function signIn(why, signedIn) {
  const key = input('key', { type: 'password', required: true });
  const problem = element('p', { class: 'problem', role: 'alert', hidden: !why }, why);
  const attributes = { type: 'submit', class: 'button primary', 'data-action': 'sign-in' };
  const open = element('button', attributes, text('sign-in.action'));

  async function submit(event) {
    event.preventDefault();
    open.disabled = true;
    setKey(key.value.trim());
    try {
      await read('overview');
      signedIn();
    } catch (error) {
      forgetKey();
      fill(problem, errorText(error));
      problem.hidden = false;
    } finally {
      open.disabled = false;
    }
  }

  return element(
    'main',
    { class: 'sign-in', id: 'main' },
    element(
      'form',
      { class: 'panel form', on: { submit } },
      element('img', { src: 'icon.svg', alt: '', width: 56, height: 56 }),
      element('h1', { tabindex: '-1' }, text('sign-in.title')),
      element('p', { class: 'explanation' }, text('sign-in.how')),
      problem,
      field(text('sign-in.key'), key),
      open,
    ),
  );
}
