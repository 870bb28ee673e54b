// The page of iap-server: starts, asks for a key, and shows a view.
//
// A view is a function of the values in its address and of {refresh}. It returns {title, element, ask(), update(responses)}:
// `ask` is called every few seconds, `update` when the data has changed.

import { readAddress } from './address.js';
import { addAnnouncements } from './announcements.js';
import { errorText, forgetKey, hasKey } from './api.js';
import { keepingFocus } from './focus.js';
import { follow } from './live.js';
import { overview } from './overview.js';
import { player } from './player.js';
import { preference, showTheme } from './preferences.js';
import { search } from './search.js';
import { shell } from './shell.js';
import { signIn } from './sign_in.js';
import { beginLanguage } from './texts.js';
import { transaction } from './transaction.js';
import { waits } from './waits.js';

const views = { overview, waits, player, transaction, search };
const content = document.createElement('div');

/** The visible view: {shell, follower}; undefined while the form for the key is shown. */
let page;

function begin() {
  beginLanguage();
  showTheme(preference('theme') ?? 'system');
  document.body.append(content);
  addAnnouncements(document.body);
  addEventListener('hashchange', () => page && showView(true));
  if (hasKey()) showShell();
  else askForKey();
}

function showShell() {
  page?.follower.end();
  page = { shell: shell({ languageChanged, tryNow: () => page.follower.now(), signOut }) };
  content.replaceChildren(page.shell.element);
  showView(false);
}

function showView(isMove) {
  page.follower?.end();
  const { view, values } = readAddress();
  const name = Object.hasOwn(views, view) ? view : 'overview';
  const shown = views[name](values, { refresh: () => page?.follower.now() });
  page.shell.show(name, shown.title, shown.element, isMove);
  page.follower = follow({
    ask: shown.ask,
    received(responses, isChanged) {
      page.shell.setTrouble();
      if (isChanged) shown.update(responses);
    },
    failed,
  });
}

function failed(error) {
  if (error.status === 401) askForKey(errorText(error));
  else page.shell.setTrouble(errorText(error));
}

function languageChanged() {
  keepingFocus(showShell);
}

function signOut() {
  askForKey();
}

function askForKey(why) {
  page?.follower.end();
  page = undefined;
  forgetKey();
  content.replaceChildren(signIn(why, showShell));
  content.querySelector('input').focus();
}

begin();
