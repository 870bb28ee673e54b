// Looks over the page as it is now, as a tool like axe does. Returns a list of what is wrong.

const problems = [];

const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false });
const named = (one) => `${one.localName}${one.id ? `#${one.id}` : ''} "${(one.innerText ?? '').trim().slice(0, 40)}"`;

function accessibleName(one) {
  const by = one.getAttribute('aria-labelledby');
  if (by) return by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  if (one.getAttribute('aria-label')) return one.getAttribute('aria-label').trim();
  if (one.labels?.length) return [...one.labels].map((label) => label.textContent).join(' ').trim();
  if (one.matches('input, select, textarea')) return '';
  return one.textContent.trim() || one.getAttribute('title') || '';
}

// A modal dialog makes everything else inert.
const scope = document.querySelector('dialog[open]') ?? document.body;

for (const one of scope.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
  if (isShown(one) && !accessibleName(one)) problems.push(`no accessible name: ${named(one)}`);
}
for (const one of scope.querySelectorAll('nav, section[aria-label], form[aria-label], dialog, [role="region"], fieldset')) {
  const name = one.localName === 'fieldset' ? one.querySelector('legend')?.textContent : accessibleName(one);
  if (isShown(one) && !name) problems.push(`no accessible name: ${named(one)}`);
}
for (const one of scope.querySelectorAll('img')) {
  if (!one.hasAttribute('alt')) problems.push(`no alt: ${one.src}`);
}
for (const one of scope.querySelectorAll('svg')) {
  if (one.getAttribute('aria-hidden') !== 'true') problems.push('a drawing that screen readers read');
}

const ids = new Set();
for (const one of document.querySelectorAll('[id]')) {
  if (ids.has(one.id)) problems.push(`id twice: ${one.id}`);
  ids.add(one.id);
}
for (const one of scope.querySelectorAll('[aria-describedby], [aria-labelledby], [list]')) {
  for (const name of ['aria-describedby', 'aria-labelledby', 'list']) {
    for (const id of (one.getAttribute(name) ?? '').split(' ').filter(Boolean)) {
      if (!document.getElementById(id)) problems.push(`${name} of ${named(one)} names ${id}, which is not there`);
    }
  }
}

let level = scope.localName === 'dialog' ? 1 : 0;
for (const one of scope.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
  if (!isShown(one)) continue;
  const own = Number(one.localName[1]);
  if (own > level + 1) problems.push(`heading ${own} after ${level}: ${named(one)}`);
  level = own;
}
if (scope === document.body) {
  if ([...document.querySelectorAll('h1')].filter(isShown).length !== 1) problems.push('not exactly one h1');
  if ([...document.querySelectorAll('main')].filter(isShown).length !== 1) problems.push('not exactly one main');
}
if (!document.documentElement.lang) problems.push('the page has no language');
if (!document.title) problems.push('the page has no title');
for (const table of scope.querySelectorAll('table')) {
  if (!table.caption) problems.push('a table without a caption');
  for (const head of table.querySelectorAll('th')) if (!head.scope) problems.push(`th without scope: ${named(head)}`);
}
for (const list of scope.querySelectorAll('ul, ol')) {
  for (const item of list.children) if (item.localName !== 'li') problems.push(`${item.localName} in a list`);
}

// Contrast

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** Any colour of CSS as [red, green, blue, alpha]. */
function colour(css) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = css;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

function over([red, green, blue, alpha], below) {
  return [red, green, blue].map((part, index) => part * alpha + below[index] * (1 - alpha)).concat(1);
}

/** The colours on which a text may stand. A gradient gives several. */
function grounds(one) {
  if (!one) return [[255, 255, 255, 1]];
  const style = getComputedStyle(one);
  const own = colour(style.backgroundColor);
  const stops = style.backgroundImage.match(/(?:rgba?|color|oklab|oklch)\([^()]*\)/g) ?? [];
  const tops = stops.length ? stops.map(colour) : [own];
  return tops.flatMap((top) => (top[3] === 1 ? [top] : grounds(one.parentElement).map((below) => over(top, below))));
}

function brightness([red, green, blue]) {
  const [r, g, b] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [light, dark] = [brightness(one), brightness(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

let texts = 0;
const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const parent = node.parentElement;
  if (!node.data.trim() || !isShown(parent) || parent.closest('.unseen, option, optgroup, datalist')) continue;
  texts += 1;
  const style = getComputedStyle(parent);
  for (const ground of grounds(parent)) {
    const found = contrast(over(colour(style.color), ground), ground);
    if (found < 4.5) problems.push(`contrast ${found.toFixed(2)}: ${named(parent)} in .${parent.className}`);
  }
}
for (const one of scope.querySelectorAll('input:not([type="checkbox"], [type="radio"]), select, textarea')) {
  if (!isShown(one)) continue;
  texts += 1;
  const [ground] = grounds(one);
  const found = contrast(over(colour(getComputedStyle(one).color), ground), ground);
  if (found < 4.5) problems.push(`contrast ${found.toFixed(2)}: ${named(one)}`);
}
if (texts < 10) problems.push(`only ${texts} texts were looked at`);

return [...new Set(problems)];
