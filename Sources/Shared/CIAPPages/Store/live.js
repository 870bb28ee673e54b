// Keeps the store's data up to date: after each change of the store it requests the visible data again.

import { call, NoConnection, Refusal, SignedOut } from './api.js';

// Several changes often come together, for example when the clock moves over many renewals.
const gathering = 60;

const watchers = new Set();
let commandsBegun = 0;
let commandsUnderWay = 0;
let isAsking = false;
let isStale = false;
let timer;
let troubles = {};

/** @param listener `signedOut()`, and `refused(error)` for a list that the store refuses */
export function onTrouble(listener) {
  troubles = listener;
}

/**
 * Calls `onResponses` with the results, and again when one of them has changed.
 *
 * @param requests an object of [command, body]; the results have the same names
 * @returns a function that stops the updates
 */
export function watch(requests, onResponses) {
  const watcher = { requests, onResponses, last: undefined };
  watchers.add(watcher);
  soon(0);
  return () => watchers.delete(watcher);
}

/** Requests the data again, because the store may have changed. */
export function refresh() {
  soon(gathering);
}

/**
 * Runs a command of the user. Results from before the command are not shown after it. Otherwise a switch would jump back for a
 * moment, and a second click would do the wrong thing.
 */
export async function carryOutFresh(command) {
  commandsBegun += 1;
  commandsUnderWay += 1;
  try {
    return await command();
  } catch (error) {
    // The controls show the store's data again, although it has not changed.
    for (const watcher of watchers) watcher.last = undefined;
    throw error;
  } finally {
    commandsUnderWay -= 1;
    soon(0);
  }
}

function soon(delay) {
  isStale = true;
  if (isAsking || timer !== undefined || commandsUnderWay > 0) return;
  timer = setTimeout(() => {
    timer = undefined;
    if (commandsUnderWay === 0) ask();
  }, delay);
}

async function ask() {
  isAsking = true;
  isStale = false;
  const begun = commandsBegun;
  const asked = new Map();
  const current = [...watchers];
  for (const { requests } of current) {
    for (const request of Object.values(requests)) {
      const key = JSON.stringify(request);
      if (!asked.has(key)) asked.set(key, response(request));
    }
  }
  try {
    await Promise.all(asked.values());
    if (commandsBegun !== begun) isStale = true;
    else for (const watcher of current) await tell(watcher, asked);
  } catch (error) {
    // The banner shows a lost connection. When the connection is back, all data is requested again.
    if (error instanceof SignedOut) troubles.signedOut();
    else if (error instanceof Refusal) troubles.refused(error);
    else if (!(error instanceof NoConnection)) throw error;
  } finally {
    isAsking = false;
    if (isStale) soon(gathering);
  }
}

/** A transaction or a notification may not exist any more. The result is then null. */
async function response([command, body]) {
  try {
    return await call(command, body);
  } catch (error) {
    if (error instanceof Refusal && ('id' in body || 'uuid' in body)) return null;
    throw error;
  }
}

async function tell(watcher, asked) {
  const responses = {};
  for (const [name, request] of Object.entries(watcher.requests)) {
    responses[name] = await asked.get(JSON.stringify(request));
  }
  const text = JSON.stringify(responses);
  if (!watchers.has(watcher) || text === watcher.last) return;
  watcher.last = text;
  watcher.onResponses(responses);
}
