// The page of iap-store: starts, shows a view, and follows the store.

import { addAnnouncements, announceError } from './announcements.js';
import { Connection } from './connection.js';
import { keepingFocus } from './focus.js';
import { onTrouble, refresh, watch } from './live.js';
import { newsOfGame } from './news_of_game.js';
import { preference, showTheme } from './preferences.js';
import { takeTokenFromAddress, token } from './session.js';
import { shell } from './shell.js';
import { signIn } from './sign_in.js';
import { beginLanguage } from './texts.js';
import { viewOfAddress } from './views.js';

/** The visible view, with functions that end it; undefined while the form for the token is shown. */
let page;
const content = document.createElement('div');

function begin() {
  beginLanguage();
  showTheme(preference('theme') ?? 'system');
  document.body.append(content);
  addAnnouncements(document.body);
  onTrouble({ signedOut: () => askForToken(true), refused: (error) => announceError(error.message) });
  addEventListener('hashchange', () => {
    if (takeTokenFromAddress()) start();
    else if (page) showView(true);
  });
  // Browsers allow few connections to one server for all tabs. A hidden page does not need one.
  addEventListener('visibilitychange', () => {
    if (!page) return;
    page.connection.end();
    if (!document.hidden) page.connection = new Connection(listener);
  });
  takeTokenFromAddress();
  start();
}

function start() {
  end();
  if (token() === null) return askForToken(false);
  page = { connection: new Connection(listener), news: newsOfGame(), isConnected: true };
  showShell();
}

const listener = {
  connected() {
    setConnected(true);
    refresh();
  },
  changed: refresh,
  lost: () => setConnected(false),
  signedOut: () => askForToken(true),
};

function setConnected(isConnected) {
  page.isConnected = isConnected;
  page.shell.setConnected(isConnected);
}

function showShell() {
  page.shell = shell({ languageChanged, tryNow: () => page.connection.tryNow() });
  page.shell.setConnected(page.isConnected);
  content.replaceChildren(page.shell.element);
  page.stopShell = watch(
    {
      clock: ['clock', {}],
      approvals: ['approvals', {}],
      recent: ['transactions', { limit: '200' }],
      products: ['products', {}],
    },
    (responses) => {
      page.shell.update(responses);
      page.news(responses);
    },
  );
  showView(false);
}

function showView(isMove) {
  endView();
  const view = viewOfAddress();
  const shown = view.create({ requestAgain });
  page.shell.show(view, shown.element, isMove);
  page.view = shown;
  ask();
}

/** Requests data again, because the view needs other data than before. */
function requestAgain() {
  page.stopView();
  ask();
}

function ask() {
  const { view } = page;
  page.stopView = watch(view.requests(), (responses) => view.update(responses));
}

function languageChanged() {
  endView();
  endShell();
  keepingFocus(showShell);
}

function askForToken(isWrong) {
  end();
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  content.replaceChildren(signIn(isWrong, start));
  content.querySelector('input').focus();
}

function end() {
  if (!page) return;
  page.connection.end();
  endView();
  endShell();
  page = undefined;
}

function endView() {
  page.stopView?.();
  page.view?.end?.();
}

function endShell() {
  page.stopShell?.();
  page.shell?.end();
}

begin();
