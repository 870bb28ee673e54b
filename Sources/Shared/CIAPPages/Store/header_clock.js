// The store's clock in the header, visible in every view.

import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { time } from './formats.js';
import { icon } from './icons.js';
import { badge } from './parts.js';
import { moveButton, moves } from './clock_moves.js';
import { text } from './texts.js';

/** Shows the time of a result of `clock`. A real clock continues between two results. */
export function clockFace() {
  const face = element('span', { class: 'clock-time' });
  let timer;
  return {
    element: face,
    update(clock) {
      clearInterval(timer);
      const style = { dateStyle: 'medium', timeStyle: 'medium' };
      const ahead = Date.parse(clock.now) - Date.now();
      const show = () => {
        const iso = clock.clock === 'virtual' ? clock.now : new Date(Date.now() + ahead).toISOString();
        fill(face, time(iso, style));
      };
      show();
      if (clock.clock !== 'virtual') timer = setInterval(show, 1000);
    },
    end: () => clearInterval(timer),
  };
}

export function headerClock() {
  const face = clockFace();
  const kind = element('span', {});
  const buttons = element('div', { class: 'buttons', role: 'group', 'aria-label': text('clock.advance') });
  return {
    element: element(
      'section',
      { class: 'header-clock', 'aria-label': text('clock.title') },
      element('a', { class: 'clock-link', href: '#clock' }, icon('clock'), face.element, kind),
      buttons,
    ),
    update(clock) {
      face.update(clock);
      fill(kind, badge(text(`clock.${clock.clock}`), clock.clock === 'virtual' ? 'good' : 'plain'));
      keepingFocus(() => fill(buttons, moves.map((unit) => moveButton(unit, clock, text(`clock.short.${unit}`), 'header'))));
    },
    end: face.end,
  };
}
