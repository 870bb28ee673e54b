// The outcome of the next purchase of a game.

import { control } from './actions.js';
import { button } from './buttons.js';
import { element } from './elements.js';
import { purchaseErrors } from './failures.js';
import { field, select } from './fields.js';
import { section } from './parts.js';
import { text } from './texts.js';

export function nextPurchase() {
  const order = (outcome, done) => control('order', { outcome }, done);
  const error = select(
    'next-error',
    purchaseErrors.map((value) => ({ value, label: value })),
  );
  error.value = 'networkError';
  return section(
    text('next.title'),
    element('p', { class: 'hint' }, text('next.how')),
    element(
      'div',
      { class: 'inline-form' },
      field(text('next.error'), error),
      button(text('next.fail'), {
        action: 'next-fails',
        kind: 'primary',
        press: () => order(error.value, text('next.fail.done', { error: error.value })),
      }),
    ),
    element(
      'div',
      { class: 'buttons' },
      button(text('next.cancel'), { action: 'next-cancelled', press: () => order('cancel', text('next.cancel.done')) }),
      button(text('next.lose'), { action: 'next-lost', press: () => order('lose error', text('next.lose.done')) }),
      button(text('next.silence'), { action: 'next-silent', press: () => order('lose silence', text('next.silence.done')) }),
    ),
  );
}
