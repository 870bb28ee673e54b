// Short messages about actions, purchases and errors. They are visible for a while, and screen readers read them.

import { element, fill } from './elements.js';
import { icon } from './icons.js';

const shownFor = 6000;

const polite = element('div', { class: 'unseen', 'aria-live': 'polite' });
const urgent = element('div', { class: 'unseen', role: 'alert' });
// A popover is above dialogs, too.
const stack = element('div', { class: 'news', popover: 'manual', 'aria-hidden': 'true' });

export function addAnnouncements(parent) {
  parent.append(polite, urgent, stack);
}

/** Shows a message about an action, or about an event in the game. */
export function announce(words) {
  show(words, 'good', 'check');
  fill(polite, words);
}

export function announceError(words) {
  show(words, 'bad', 'alert');
  fill(urgent, words);
}

/** Shows why an action is not possible. */
export function explain(words) {
  show(words, 'waiting', 'alert');
  fill(polite, words);
}

function show(words, mood, picture) {
  const news = element('p', { class: `news-item ${mood}` }, icon(picture), element('span', {}, words));
  stack.append(news);
  if (stack.children.length > 4) stack.firstChild.remove();
  // The newest popover is on top.
  if (stack.matches(':popover-open')) stack.hidePopover();
  stack.showPopover();
  setTimeout(() => {
    news.remove();
    if (!stack.children.length && stack.matches(':popover-open')) stack.hidePopover();
  }, shownFor);
}
