// The frame around every view: navigation, search, and the banner for problems.

import { addressOf } from './address.js';
import { button } from './buttons.js';
import { element, fill, freshID } from './elements.js';
import { input } from './fields.js';
import { icon } from './icons.js';
import { preferenceControls } from './preference_controls.js';
import { text } from './texts.js';

const pictures = { overview: 'log', waits: 'hourglass' };

/** @param actions {languageChanged, tryNow, signOut} */
export function shell({ languageChanged, tryNow, signOut }) {
  const links = new Map(Object.keys(pictures).map((name) => [name, link(name)]));
  const leave = button(text('sign-out'), { action: 'sign-out', kind: 'quiet', press: signOut });
  const trouble = element('span');
  const banner = element(
    'div',
    { class: 'banner', role: 'alert', hidden: true },
    icon('alert'),
    trouble,
    button(text('try'), { action: 'try-now', press: tryNow }),
  );
  const title = element('h1', { tabindex: '-1' });
  const place = element('div', { class: 'view' });
  return {
    element: element(
      'div',
      { class: 'shell' },
      element('a', { class: 'skip', href: '#main', on: { click: (event) => skip(event, title) } }, text('skip')),
      side([...links.values(), leave], languageChanged),
      element(
        'header',
        { class: 'top' },
        searchForm(),
      ),
      element('main', { id: 'main', class: 'main' }, banner, title, place),
    ),
    /** Shows a view. `isMove` is true if the user has changed the view, and false when the page starts. */
    show(name, heading, content, isMove) {
      for (const [one, anchor] of links) {
        if (one === name) anchor.setAttribute('aria-current', 'page');
        else anchor.removeAttribute('aria-current');
      }
      title.textContent = heading;
      document.title = `${heading} · iap-server`;
      fill(place, content);
      if (!isMove) return;
      title.focus({ preventScroll: true });
      scrollTo(0, 0);
    },
    /** Screen readers read an alert again when its text changes, so an equal text is not set again. */
    setTrouble(words = '') {
      banner.hidden = !words;
      if (trouble.textContent !== words) trouble.textContent = words;
    },
  };
}

function side(links, languageChanged) {
  return element(
    'div',
    { class: 'side' },
    element(
      'p',
      { class: 'brand' },
      element('img', { src: 'icon.svg', alt: '', width: 36, height: 36 }),
      element('span', {}, 'iap-server'),
    ),
    element(
      'nav',
      { 'aria-label': text('navigation') },
      element('ul', {}, links.map((one) => element('li', {}, one))),
    ),
    preferenceControls(languageChanged),
  );
}

function link(name) {
  return element(
    'a',
    { href: addressOf(name), 'data-focus': `view ${name}` },
    icon(pictures[name]),
    element('span', {}, text(`view.${name}`)),
  );
}

function searchForm() {
  const id = freshID('search');
  const words = input('search', { type: 'search', id, required: true, placeholder: text('search.what') });
  function submit(event) {
    event.preventDefault();
    if (words.value.trim()) location.hash = addressOf('search', { for: words.value.trim() });
  }
  return element(
    'form',
    { class: 'search', role: 'search', on: { submit } },
    element('label', { class: 'unseen', for: id }, text('search.what')),
    words,
    element('button', { type: 'submit', class: 'button primary', 'data-action': 'search' }, text('search')),
  );
}

/** The fragment of the address names the view, so the link moves the focus with a script. */
function skip(event, target) {
  event.preventDefault();
  target.focus();
}
