// The admin API of iap-store.

import { forgetToken, token } from './session.js';

/** The store refuses a request. The message comes from the store. */
export class Refusal extends Error {}

/** The store does not know the token. */
export class SignedOut extends Error {}

/** The store does not respond. */
export class NoConnection extends Error {}

/** Runs a command of iap-store and returns its result. */
export async function call(command, body = {}) {
  const response = await request(command, { method: 'POST', body: JSON.stringify(body) });
  return read(response);
}

/** Returns a response whose body continues as long as the connection. */
export function openEvents(signal) {
  return request('events', { signal });
}

async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(`admin/v1/${path}`, {
      ...options,
      headers: { Authorization: `Bearer ${token() ?? ''}`, 'Content-Type': 'application/json' },
    });
  } catch (error) {
    throw new NoConnection(String(error));
  }
  if (response.status === 401) {
    forgetToken();
    throw new SignedOut();
  }
  return response;
}

async function read(response) {
  let content;
  try {
    content = await response.json();
  } catch (error) {
    // A proxy between the page and the store may have sent this response.
    throw new NoConnection(String(error));
  }
  if (!response.ok) throw new Refusal(content.error ?? response.statusText);
  return content;
}
