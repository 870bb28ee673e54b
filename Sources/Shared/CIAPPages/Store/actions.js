// Runs commands for the user and shows the result.

import { call, NoConnection, Refusal, SignedOut } from './api.js';
import { announce, announceError } from './announcements.js';
import { carryOutFresh } from './live.js';
import { text } from './texts.js';

/** Returns the result, or null after an error. The page announces the error. */
export async function perform(command, body, done) {
  try {
    const response = await carryOut(command, body);
    if (done) announce(done);
    return response;
  } catch (error) {
    if (!(error instanceof SignedOut)) announceError(errorText(error));
    return null;
  }
}

/** As `perform`, for a form that shows errors itself. */
export function carryOut(command, body) {
  return carryOutFresh(() => call(command, body));
}

/**
 * Returns the data that a form needs before it opens, or null after an error, which is announced. `requests`: [command, body]
 * of each.
 */
export async function responsesOf(requests) {
  try {
    return await Promise.all(requests.map(([command, body]) => call(command, body)));
  } catch (error) {
    if (!(error instanceof SignedOut)) announceError(errorText(error));
    return null;
  }
}

/** Runs a test control. */
export function control(name, values, done) {
  return perform('control', { json: { [name]: values } }, done);
}

export function errorText(error) {
  if (error instanceof Refusal) return error.message;
  if (error instanceof NoConnection) return text('connection.none');
  return String(error);
}
