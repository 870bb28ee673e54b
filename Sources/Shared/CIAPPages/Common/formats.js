// Numbers, money, times and periods in the page's language.

import { element } from './elements.js';
import { locale, text } from './texts.js';

const formats = new Map();

/** Keeps the formats, because they are expensive to create and a timeline needs thousands of times. */
function format(Kind, style) {
  const key = JSON.stringify([Kind.name, locale(), style]);
  if (!formats.has(key)) formats.set(key, new Kind(locale(), style));
  return formats.get(key);
}

export function number(value) {
  return format(Intl.NumberFormat).format(value);
}

/** @param value {milliunits, currency}, as in the store's JSON */
export function money(value) {
  const { milliunits, currency } = value;
  return format(Intl.NumberFormat, { style: 'currency', currency, maximumFractionDigits: 3 }).format(milliunits / 1000);
}

/** Shows local time. The title and the machine-readable time have the store's form. */
export function time(iso, style = { dateStyle: 'medium', timeStyle: 'short' }) {
  return element('time', { datetime: iso, title: iso }, timeText(iso, style));
}

export function timeText(iso, style = { dateStyle: 'medium', timeStyle: 'short' }) {
  return format(Intl.DateTimeFormat, style).format(new Date(iso));
}

/** Translates a period of the store, such as "1 month", to the page's language. */
export function period(words) {
  const [, count, unit] = /^(\d+) (day|week|month|year)s?$/.exec(words) ?? [];
  if (!unit) return words;
  return format(Intl.NumberFormat, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(count));
}

/** Returns the name of a country. The store uses codes of three letters, browsers use codes of two. */
export function countryName(twoLetters) {
  return format(Intl.DisplayNames, { type: 'region' }).of(twoLetters);
}

/** "yes" and "no" for switches. */
export function yesOrNo(value) {
  return value ? text('yes') : text('no');
}
