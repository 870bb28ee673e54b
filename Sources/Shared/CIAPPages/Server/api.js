// The HTTP API of iap-server, and the access key. The key lasts as long as the tab.

import { number } from './formats.js';
import { text, textOr } from './texts.js';

const place = 'iap-server-key';
const longestWait = 20_000;

/** The server refuses a request. `retryAfter` is in milliseconds. */
export class Refusal extends Error {
  constructor(status, reason, retryAfter) {
    super(reason);
    Object.assign(this, { status, retryAfter });
  }
}

/** The server does not respond, or a proxy responds in its place. */
export class NoConnection extends Error {}

export function hasKey() {
  return sessionStorage.getItem(place) !== null;
}

export function setKey(key) {
  sessionStorage.setItem(place, key);
}

export function forgetKey() {
  sessionStorage.removeItem(place);
}

/** Joins parts to a path. Each part can have any character. */
export function pathOf(...parts) {
  return parts.map(encodeURIComponent).join('/');
}

export function read(path, query = {}) {
  const values = Object.entries(query).filter(([, value]) => value !== undefined);
  return ask(values.length ? `${path}?${new URLSearchParams(values)}` : path);
}

export function send(path, body = {}) {
  return ask(path, { method: 'POST', body: JSON.stringify(body) });
}

async function ask(path, options = {}) {
  const key = sessionStorage.getItem(place) ?? '';
  // A header can only have these characters, so no key has others.
  if (!/^[!-~]+$/.test(key)) throw new Refusal(401, '');
  let response, content;
  try {
    response = await fetch(`v1/${path}`, {
      ...options,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(longestWait),
    });
    content = await response.json();
  } catch (error) {
    throw new NoConnection(String(error));
  }
  if (!response.ok) throw refusal(response, content);
  return content;
}

function refusal(response, content) {
  const seconds = Number(response.headers.get('Retry-After')) || 0;
  return new Refusal(response.status, String(content?.error ?? response.statusText), seconds * 1000);
}

/** Returns a text about the error and what to do. */
export function errorText(error) {
  if (error instanceof NoConnection) return text('error.connection');
  if (!(error instanceof Refusal)) return String(error);
  const seconds = number(Math.ceil((error.retryAfter ?? 0) / 1000));
  const values = { status: error.status, reason: error.message, seconds };
  return textOr(`error.${error.status}`, undefined, values) ?? text('error.other', values);
}
