// Draws the lanes of subscriptions. Places are percentages in CSS variables; timeline.css has the styles.

import { element, unseen } from './elements.js';
import { money, timeText } from './formats.js';
import { text, textOr } from './texts.js';
import { place } from './timeline_range.js';
import { openTransaction } from './transaction_detail.js';

const labelStyles = {
  hour: { month: 'short', day: 'numeric', hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

export function timelineAxis(range) {
  const style = labelStyles[range.step.unit];
  return element(
    'div',
    { class: 'axis', 'aria-hidden': 'true' },
    range.labelled.map((mark) => at(element('span', { class: 'tick' }, timeText(mark, style)), mark, range)),
    at(element('span', { class: 'now-label' }, text('timeline.now')), range.now, range),
  );
}

/** Draws lines through all lanes, one for each mark. */
export function timelineGrid(range) {
  const lines = range.marks.map((mark) => at(element('span', { class: 'line' }), mark, range));
  return element('div', { class: 'grid', 'aria-hidden': 'true' }, lines);
}

/** Draws the line of the present time, in front of all bars. */
export function timelineNow(range) {
  return at(element('span', { class: 'now', 'aria-hidden': 'true' }), range.now, range);
}

/** @param label a description of the periods, for screen readers */
export function timelineTrack(periods, range, label) {
  return element('ol', { class: 'track', 'aria-label': label }, periods.map((one) => bar(one, range)));
}

function bar(one, range) {
  const item = element('li', { class: 'bar-place' }, one.transaction ? boughtBar(one) : unpaidBar(one));
  at(item, one.start, range);
  item.style.setProperty('--length', place(one.end, range) - place(one.start, range));
  if (!one.revoked) return item;
  const share = (Date.parse(one.revoked) - one.start) / (one.end - one.start);
  const mark = element('span', { class: 'revoked-mark', 'aria-hidden': 'true' });
  mark.style.setProperty('--place', Math.min(Math.max(share, 0), 1) * 100);
  item.append(mark);
  return item;
}

function boughtBar(one) {
  const { transaction } = one;
  const reason = transaction.transactionReason;
  const words = [
    textOr(`reason.${reason}`, reason),
    span(one),
    transaction.price && money(transaction.price),
    textOr(`state.${transaction.state}`, transaction.state),
    one.revoked && text('timeline.revoked.on', { date: timeText(one.revoked) }),
  ].filter(Boolean);
  return element(
    'button',
    {
      type: 'button',
      class: `bar ${one.kind} hue-${Math.max(one.place, 0) % 4}`,
      title: `${one.product}\n${words.join('\n')}`,
      'data-focus': `bar ${transaction.transactionId}`,
      'data-action': 'period',
      on: { click: () => openTransaction(transaction.transactionId) },
    },
    element('span', { class: 'bar-name' }, one.product),
    unseen(`, ${words.join(', ')}`),
  );
}

function unpaidBar(one) {
  const words = `${text(`timeline.${one.kind}`)}: ${span(one)}`;
  return element('span', { class: `bar ${one.kind}`, title: words }, unseen(words));
}

function span({ start, end }) {
  return `${timeText(start)} – ${timeText(end)}`;
}

function at(made, moment, range) {
  made.style.setProperty('--place', place(moment, range));
  return made;
}
