// Keeps answers of the store fresh: after each change of the store it asks again what is shown.

import { call, NoConnection, Refusal, SignedOut } from './api.js';

// Several changes often come at once, as when the clock moves over many renewals.
const gathering = 60;

const watchers = new Set();
let commandsBegun = 0;
let commandsUnderWay = 0;
let isAsking = false;
let isStale = false;
let timer;
let troubles = {};

/** @param listener `signedOut()`, and `refused(error)` for a list that the store cannot give */
export function onTrouble(listener) {
  troubles = listener;
}

/**
 * Calls `onAnswers` with the answers, and again whenever one of them has changed.
 *
 * @param questions an object of [command, body]; the answers have the same names
 * @returns a function that ends it
 */
export function watch(questions, onAnswers) {
  const watcher = { questions, onAnswers, last: undefined };
  watchers.add(watcher);
  soon(0);
  return () => watchers.delete(watcher);
}

/** The store may have changed. */
export function refresh() {
  soon(gathering);
}

/**
 * Carries out a command of the person in front of the page. Answers from before it are not shown after it: a switch would jump
 * back for a moment, and a second press would do the wrong thing.
 */
export async function carryOutFresh(command) {
  commandsBegun += 1;
  commandsUnderWay += 1;
  try {
    return await command();
  } catch (error) {
    // The controls show again what the store has, though that did not change.
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
  for (const { questions } of current) {
    for (const question of Object.values(questions)) {
      const key = JSON.stringify(question);
      if (!asked.has(key)) asked.set(key, answer(question));
    }
  }
  try {
    await Promise.all(asked.values());
    if (commandsBegun !== begun) isStale = true;
    else for (const watcher of current) await tell(watcher, asked);
  } catch (error) {
    // A lost connection is shown by the banner; when it is back, everything is asked again.
    if (error instanceof SignedOut) troubles.signedOut();
    else if (error instanceof Refusal) troubles.refused(error);
    else if (!(error instanceof NoConnection)) throw error;
  } finally {
    isAsking = false;
    if (isStale) soon(gathering);
  }
}

/** A transaction or a notification may be gone; then the answer is null. */
async function answer([command, body]) {
  try {
    return await call(command, body);
  } catch (error) {
    if (error instanceof Refusal && ('id' in body || 'uuid' in body)) return null;
    throw error;
  }
}

async function tell(watcher, asked) {
  const answers = {};
  for (const [name, question] of Object.entries(watcher.questions)) {
    answers[name] = await asked.get(JSON.stringify(question));
  }
  const text = JSON.stringify(answers);
  if (!watchers.has(watcher) || text === watcher.last) return;
  watcher.last = text;
  watcher.onAnswers(answers);
}
