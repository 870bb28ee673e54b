// Buttons, and the words that screen readers need to tell equal ones apart.

import { element, unseen } from './elements.js';
import { icon } from './icons.js';

/**
 * @param {string} label what the button says
 * @param {object} options
 *   `action`: what it does, in one word, for styles and tests; `press`: the listener; `about`: what it acts on, where several
 *   buttons say the same; `kind`: primary, danger or quiet; `icon`; `isOff`: it explains itself instead of acting, and stays
 *   reachable by keyboard
 */
export function button(label, { action, press, about, kind = 'plain', icon: picture, isOff = false } = {}) {
  return element(
    'button',
    {
      type: 'button',
      class: `button ${kind}`,
      'data-action': action,
      'data-focus': about === undefined ? action : `${action} ${about}`,
      'aria-disabled': isOff ? 'true' : undefined,
      on: { click: press },
    },
    picture && icon(picture),
    element('span', {}, label),
    about !== undefined && unseen(` ${about}`),
  );
}

/** A button that shows nothing but a drawing. */
export function iconButton(label, picture, press, action) {
  return element(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, 'data-action': action, on: { click: press } },
    icon(picture),
  );
}
