// The time range of the lanes, and the place of a moment in it.

const hour = 3_600_000;
const day = 24 * hour;
const scaleLengths = { week: 7 * day, month: 31 * day, year: 366 * day };
const widestRatio = 120;
const labelWidth = 92;

// From fine to coarse: the time between two marks of the axis.
const steps = [
  { unit: 'hour', count: 1, length: hour },
  { unit: 'hour', count: 6, length: 6 * hour },
  { unit: 'day', count: 1, length: day },
  { unit: 'day', count: 7, length: 7 * day },
  { unit: 'month', count: 1, length: 30 * day },
  { unit: 'month', count: 3, length: 91 * day },
  { unit: 'year', count: 1, length: 365 * day },
  { unit: 'year', count: 10, length: 3650 * day },
  { unit: 'year', count: 100, length: 36_500 * day },
];

/**
 * @param periods [{start, end}]
 * @param scale the time range that the visible width shows: all, week, month or year
 * @param width the visible width
 * @returns {start, end, now, ratio, step, marks, labelled}: `ratio` is the width of the lanes divided by the visible width;
 *   `labelled` are the marks that have room for a text beside the text "now"
 */
export function timelineRange(periods, now, scale, width) {
  const first = Math.min(now, ...periods.map((one) => one.start));
  const last = Math.max(now, ...periods.map((one) => one.end));
  const margin = Math.max((last - first) * 0.03, hour);
  const start = first - margin;
  const end = last + margin;
  const length = scaleLengths[scale] ?? end - start;
  const ratio = Math.min(Math.max((end - start) / length, 1), widestRatio);
  const room = Math.max((width * ratio) / labelWidth, 1);
  const step = steps.find((one) => (end - start) / one.length <= room) ?? steps.at(-1);
  const marks = marksOf(start, end, step);
  const nearNow = ((end - start) / room) * 0.9;
  const labelled = marks.filter((mark) => mark > now + nearNow / 3 || mark < now - nearNow);
  return { start, end, now, ratio, step, marks, labelled };
}

/** Returns a percentage of the whole width. */
export function place(moment, { start, end }) {
  return ((moment - start) / (end - start)) * 100;
}

/** Returns local midnights, first days of months and so on. */
function marksOf(start, end, { unit, count }) {
  const mark = new Date(start);
  mark.setMinutes(0, 0, 0);
  if (unit !== 'hour') mark.setHours(0);
  if (unit === 'month' || unit === 'year') mark.setDate(1);
  if (unit === 'year') mark.setMonth(0);
  if (unit === 'month') mark.setMonth(mark.getMonth() - (mark.getMonth() % count));
  if (unit === 'year') mark.setFullYear(mark.getFullYear() - (mark.getFullYear() % count));
  if (unit === 'hour') mark.setHours(mark.getHours() - (mark.getHours() % count));
  const marks = [];
  while (mark.getTime() < end) {
    if (mark.getTime() >= start) marks.push(mark.getTime());
    if (unit === 'hour') mark.setHours(mark.getHours() + count);
    else if (unit === 'day') mark.setDate(mark.getDate() + count);
    else if (unit === 'month') mark.setMonth(mark.getMonth() + count);
    else mark.setFullYear(mark.getFullYear() + count);
  }
  return marks;
}
