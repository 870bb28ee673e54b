// Moves the store's clock.

import { perform } from './actions.js';
import { announce, explain } from './announcements.js';
import { button } from './buttons.js';
import { timeText } from './formats.js';
import { text } from './texts.js';

export const moves = ['hour', 'day', 'week', 'month', 'year'];

/**
 * Creates a button that moves the clock by an hour, a day and so on. `where` distinguishes it from the same button elsewhere on
 * the page.
 */
export function moveButton(unit, clock, label, where) {
  const isVirtual = clock?.clock === 'virtual';
  return button(label, {
    action: `${where}-advance-${unit}`,
    isOff: !isVirtual,
    press: () => (isVirtual ? advanceByUnit(clock, unit) : explain(text('clock.real.why'))),
  });
}

/** @param {string} value in the format of `iap-store clock advance`: 30d, 1d12h */
export async function advance(value) {
  return announced({ what: 'advance', value });
}

/** @param {Date} date */
export async function setClock(date) {
  return announced({ what: 'set', value: date.toISOString() });
}

function advanceByUnit(clock, unit) {
  const milliseconds = later(new Date(clock.now), unit) - new Date(clock.now);
  return advance(`${Math.round(milliseconds / 1000)}s`);
}

/** A month after January 31 is the end of February, as in the store's calendar. */
function later(date, unit) {
  const moved = new Date(date);
  if (unit === 'hour') moved.setUTCHours(moved.getUTCHours() + 1);
  if (unit === 'day') moved.setUTCDate(moved.getUTCDate() + 1);
  if (unit === 'week') moved.setUTCDate(moved.getUTCDate() + 7);
  if (unit === 'month' || unit === 'year') {
    const dayOfMonth = moved.getUTCDate();
    moved.setUTCMonth(moved.getUTCMonth() + (unit === 'month' ? 1 : 12));
    if (moved.getUTCDate() !== dayOfMonth) moved.setUTCDate(0);
  }
  return moved;
}

async function announced(body) {
  const response = await perform('clock', body);
  if (response) announce(text('clock.moved', { time: timeText(response.now) }));
  return response;
}
