// The views, in the order of the navigation. The fragment of the address names the one that is shown.
//
// A view has a `name` and `create({askAgain})`, which returns {element, questions(), update(answers), end()}: what to ask the
// store, and what to do with the answers whenever they change. `end` may be missing.

import { clock } from './clock.js';
import { devices } from './devices.js';
import { habits } from './habits.js';
import { log } from './log.js';
import { notifications } from './notifications.js';
import { products } from './products.js';
import { settings } from './settings.js';
import { subscriptions } from './subscriptions.js';
import { transactions } from './transactions.js';

export const views = [transactions, subscriptions, products, devices, notifications, clock, settings, habits, log];

export function viewOfAddress() {
  return views.find((view) => `#${view.name}` === location.hash) ?? views[0];
}
