// Numbers, money, times and periods in the page's language.

import { element } from './elements.js';
import { locale, text } from './texts.js';

const formats = new Map();

/** Formats are costly to make, and a time line needs thousands of times. */
function format(Kind, style) {
  const key = JSON.stringify([Kind.name, locale(), style]);
  if (!formats.has(key)) formats.set(key, new Kind(locale(), style));
  return formats.get(key);
}

export function number(value) {
  return format(Intl.NumberFormat).format(value);
}

/** @param value {milliunits, currency}, as the store has it */
export function money(value) {
  const { milliunits, currency } = value;
  return format(Intl.NumberFormat, { style: 'currency', currency, maximumFractionDigits: 3 }).format(milliunits / 1000);
}

/** Local time; the title and the machine-readable time are the store's. */
export function time(iso, style = { dateStyle: 'medium', timeStyle: 'short' }) {
  return element('time', { datetime: iso, title: iso }, timeText(iso, style));
}

export function timeText(iso, style = { dateStyle: 'medium', timeStyle: 'short' }) {
  return format(Intl.DateTimeFormat, style).format(new Date(iso));
}

/** "1 month" of the store in the page's language. */
export function period(words) {
  const [, count, unit] = /^(\d+) (day|week|month|year)s?$/.exec(words) ?? [];
  if (!unit) return words;
  return format(Intl.NumberFormat, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(count));
}

/** The name of a country. The store has codes of three letters, browsers know those of two. */
export function countryName(twoLetters) {
  return format(Intl.DisplayNames, { type: 'region' }).of(twoLetters);
}

/** "yes" and "no" for switches. */
export function yesOrNo(value) {
  return value ? text('yes') : text('no');
}
