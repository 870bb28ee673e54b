// The frame around every view: navigation, clock, and the banner for a store that does not respond.

import { button } from './buttons.js';
import { openBuy } from './buy.js';
import { element, fill, unseen } from './elements.js';
import { number } from './formats.js';
import { headerClock } from './header_clock.js';
import { icon } from './icons.js';
import { preferenceControls } from './preference_controls.js';
import { text } from './texts.js';
import { views } from './views.js';

/** @param actions {languageChanged, tryNow} */
export function shell({ languageChanged, tryNow }) {
  const clock = headerClock();
  const waiting = element('span', { class: 'count-badge', hidden: true });
  const links = new Map(views.map((view) => [view.name, link(view, view.name === 'transactions' && waiting)]));
  const banner = element(
    'div',
    { class: 'banner', role: 'alert', hidden: true },
    icon('alert'),
    element('span', {}, text('connection.lost')),
    button(text('connection.try'), { action: 'try-now', press: tryNow }),
  );
  const title = element('h1', { tabindex: '-1' });
  const place = element('div', { class: 'view' });
  return {
    element: element(
      'div',
      { class: 'shell' },
      element('a', { class: 'skip', href: '#main', on: { click: (event) => skip(event, title) } }, text('skip')),
      element(
        'div',
        { class: 'side' },
        element(
          'p',
          { class: 'brand' },
          element('img', { src: 'icon.svg', alt: '', width: 36, height: 36 }),
          element('span', {}, 'iap-store'),
        ),
        element(
          'nav',
          { 'aria-label': text('navigation') },
          element('ul', {}, [...links.values()].map((one) => element('li', {}, one))),
        ),
        preferenceControls(languageChanged),
      ),
      element(
        'header',
        { class: 'top' },
        clock.element,
        button(text('buy.open'), { action: 'open-buy', kind: 'primary', icon: 'buy', press: () => openBuy() }),
      ),
      element('main', { id: 'main', class: 'main' }, banner, title, place),
    ),
    /** Shows a view. `isMove` is true if the user has changed the view, and false when the page starts. */
    show(view, content, isMove) {
      for (const [name, one] of links) {
        if (name === view.name) one.setAttribute('aria-current', 'page');
        else one.removeAttribute('aria-current');
      }
      // If the navigation scrolls, the current view stays visible in it.
      links.get(view.name).scrollIntoView({ block: 'nearest', inline: 'center' });
      title.textContent = text(`view.${view.name}`);
      document.title = `${text(`view.${view.name}`)} · iap-store`;
      fill(place, content);
      if (isMove) {
        title.focus({ preventScroll: true });
        scrollTo(0, 0);
      }
    },
    update({ clock: now, approvals }) {
      clock.update(now);
      waiting.hidden = approvals.length === 0;
      fill(waiting, number(approvals.length), unseen(` ${text('approvals.waiting')}`));
    },
    setConnected(isConnected) {
      banner.hidden = isConnected;
    },
    end: clock.end,
  };
}

function link(view, extra) {
  return element(
    'a',
    { href: `#${view.name}`, 'data-focus': `view ${view.name}` },
    icon(view.name),
    element('span', {}, text(`view.${view.name}`)),
    extra,
  );
}

/** The fragment of the address names the view, so the link moves the focus with a script. */
function skip(event, target) {
  event.preventDefault();
  target.focus();
}
