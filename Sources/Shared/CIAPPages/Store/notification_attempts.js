// The attempts to send a notification, and the responses of the game server.

import { element } from './elements.js';
import { time } from './formats.js';
import { badge } from './parts.js';
import { text, textOr } from './texts.js';

/** @param {string} words the store's text: for each attempt a time, a result and optional details, separated by semicolons */
export function attemptList(words = '') {
  const attempts = words.split(/; (?=\d{4}-\d\d-\d\dT)/).filter(Boolean);
  if (!attempts.length) return element('p', { class: 'hint' }, text('attempts.none'));
  return element(
    'ol',
    { class: 'attempts' },
    attempts.map((attempt) => {
      const [, date, result, rest] = /^(\S+) (\S+) ?(.*)$/s.exec(attempt) ?? [];
      if (!date) return element('li', {}, attempt);
      const mood = result === 'SUCCESS' ? 'good' : 'bad';
      return element(
        'li',
        {},
        time(date),
        badge(textOr(`attempt.${result}`, result), mood),
        rest && element('span', { class: 'hint' }, rest),
      );
    }),
  );
}
