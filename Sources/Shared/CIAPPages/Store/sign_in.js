// The form for the token. It appears if the address has no token or the store does not know it.

import { element } from './elements.js';
import { field, input } from './fields.js';
import { setToken } from './session.js';
import { text } from './texts.js';

/** @param {boolean} isWrong true if a token was refused; @param signedIn called when there is a new token */
export function signIn(isWrong, signedIn) {
  const token = input('token', { type: 'password', required: true });
  return element(
    'main',
    { class: 'sign-in', id: 'main' },
    element(
      'form',
      {
        class: 'panel form',
        on: {
          submit: (event) => {
            event.preventDefault();
            setToken(token.value.trim());
            signedIn();
          },
        },
      },
      element('img', { src: 'icon.svg', alt: '', width: 56, height: 56 }),
      element('h1', { tabindex: '-1' }, text('sign-in.title')),
      element('p', { class: 'explanation' }, text('sign-in.how')),
      isWrong && element('p', { class: 'problem', role: 'alert' }, text('sign-in.wrong')),
      field(text('sign-in.token'), token),
      element('button', { type: 'submit', class: 'button primary', 'data-action': 'sign-in' }, text('sign-in.action')),
    ),
  );
}
