// Small icons. Each stands beside a text with the same meaning, so screen readers skip them.

const svg = 'http://www.w3.org/2000/svg';

// Line paths on a grid of 24 by 24.
const paths = {
  products: 'M5 8h14l-1.1 10.2a2 2 0 0 1-2 1.8H8.1a2 2 0 0 1-2-1.8zM9 10V7a3 3 0 0 1 6 0v3',
  devices: 'M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 18h2',
  transactions: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  subscriptions: 'M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z' +
    'M9 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  quirks: 'M3 9c2-4 4-4 6 0s4 4 6 0 4-4 6 0M3 16c2-4 4-4 6 0s4 4 6 0 4-4 6 0',
  notifications: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  buy: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  hourglass: 'M7 3h10M7 21h10M8 3v3.5c0 2.5 4 3.5 4 5.5s-4 3-4 5.5V21M16 3v3.5c0 2.5-4 3.5-4 5.5s4 3 4 5.5V21',
  log: 'M5 5h14M5 10h14M5 15h9M5 20h6',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  coins:
    'M12 5c-3.9 0-7 1.3-7 3s3.1 3 7 3 7-1.3 7-3-3.1-3-7-3z' +
    'M5 8v4c0 1.7 3.1 3 7 3s7-1.3 7-3V8M5 12v4c0 1.7 3.1 3 7 3s7-1.3 7-3v-4',
  gem: 'M7 4h10l4 6-9 10L3 10zM3 10h18M9.5 10L12 20l2.5-10L12 4z',
  ticket: 'M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4zM14 7v10',
};

export function icon(name) {
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', paths[name]);
  drawing.append(path);
  return drawing;
}
