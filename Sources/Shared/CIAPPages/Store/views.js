// The views, in the order of the navigation. The fragment of the address names the visible one.
//
// A view has a `name` and `create({requestAgain})`, which returns {element, requests(), update(responses), end()}. `requests`
// returns the commands to run, and `update` receives the results when they change. `end` is optional.

import { clock } from './clock.js';
import { devices } from './devices.js';
import { quirks } from './quirks.js';
import { notifications } from './notifications.js';
import { products } from './products.js';
import { settings } from './settings.js';
import { subscriptions } from './subscriptions.js';
import { transactions } from './transactions.js';

export const views = [transactions, subscriptions, products, devices, notifications, clock, settings, quirks];

export function viewOfAddress() {
  return views.find((view) => `#${view.name}` === location.hash) ?? views[0];
}
