// Buttons, with hidden texts that let screen readers distinguish buttons with equal labels.

import { element, unseen } from './elements.js';
import { icon } from './icons.js';

/**
 * @param {string} label the text on the button
 * @param {object} options
 *   `action`: the action in one word, for styles and tests; `press`: the listener; `about`: the object of the action, if several
 *   buttons have the same label; `kind`: primary, danger or quiet; `icon`; `isOff`: the button explains why it does not work, and
 *   the keyboard can still reach it
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

/** Creates a button that shows only an icon. */
export function iconButton(label, picture, press, action) {
  return element(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, 'data-action': action, on: { click: press } },
    icon(picture),
  );
}
