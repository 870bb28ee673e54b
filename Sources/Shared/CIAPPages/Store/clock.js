// The store's clock.

import { perform } from './actions.js';
import { element, fill } from './elements.js';
import { field, input, select, setValue } from './fields.js';
import { clockFace } from './header_clock.js';
import { keepingFocus } from './focus.js';
import { badge, section } from './parts.js';
import { advance, moveButton, moves, setClock } from './clock_moves.js';
import { text } from './texts.js';

const rates = [
  'real', 'day-in-hour', 'day-in-30-minutes', 'day-in-5-minutes', 'day-in-minute', 'day-in-30-seconds', 'day-in-second',
  'month-in-hour', 'month-in-30-minutes', 'month-in-15-minutes', 'month-in-5-minutes', 'month-in-30-seconds',
  'renewal-in-15-minutes', 'renewal-in-5-minutes', 'renewal-in-minute', 'renewal-in-30-seconds', 'renewal-in-10-seconds',
  'renewal-in-2-seconds',
];

export const clock = {
  name: 'clock',
  create() {
    const face = clockFace();
    const kind = element('p', {});
    const why = element('p', { class: 'note', hidden: true }, text('clock.real.why'));
    const buttons = element('div', { class: 'buttons' });
    const custom = form('advance-custom', text('clock.custom'), input('length', { required: true, placeholder: '1d12h' }), {
      hint: text('clock.custom.how'),
      action: text('clock.advance'),
      submit: (value) => advance(value),
    });
    const exact = form('set', text('field.date'), input('time', { type: 'datetime-local', step: 1, required: true }), {
      hint: text('clock.set.how'),
      action: text('clock.set.action'),
      submit: (value) => setClock(new Date(value)),
    });
    const rate = select(
      'rate',
      rates.map((value) => ({ value, label: text(`rate.${value}`) })),
    );
    rate.addEventListener('change', () => perform('clock', { what: 'rate', value: rate.value }, text('clock.rate.done')));

    return {
      element: element(
        'div',
        { class: 'columns' },
        section(
          text('clock.now'),
          element('p', { class: 'clock-large' }, face.element),
          kind,
          why,
          element('h3', {}, text('clock.advance')),
          buttons,
          custom.element,
        ),
        element(
          'div',
          { class: 'stack' },
          section(text('clock.set'), exact.element),
          section(text('clock.rate'), field(text('clock.rate.label'), rate, text('clock.rate.how'))),
        ),
      ),
      requests: () => ({ now: ['clock', {}] }),
      update({ now }) {
        const isVirtual = now.clock === 'virtual';
        face.update(now);
        fill(kind, badge(text(`clock.${now.clock}`), isVirtual ? 'good' : 'plain'));
        why.hidden = isVirtual;
        for (const one of [custom, exact]) one.setOff(!isVirtual);
        keepingFocus(() => fill(buttons, moves.map((unit) => moveButton(unit, now, text(`clock.long.${unit}`), 'view'))));
        setValue(rate, now.rate);
      },
      end: face.end,
    };
  },
};

function form(name, label, control, { hint, action, submit }) {
  const confirm = element('button', { type: 'submit', class: 'button primary', 'data-action': name }, action);
  return {
    element: element(
      'form',
      {
        class: 'inline-form',
        on: {
          submit: (event) => {
            event.preventDefault();
            submit(control.value);
          },
        },
      },
      field(label, control, hint),
      confirm,
    ),
    setOff(isOff) {
      control.disabled = isOff;
      confirm.disabled = isOff;
    },
  };
}
