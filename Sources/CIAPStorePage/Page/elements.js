// Builds the elements of the page. Texts become text nodes: nothing that comes from a store or a game is read as HTML.

/**
 * @param {string} name the tag
 * @param {object} attributes `on` has listeners; true and false switch an attribute; undefined and null leave it out
 * @param children elements, texts and lists of them; undefined, null and false are left out
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'on') {
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    } else if (value === true) {
      made.setAttribute(key, '');
    } else if (value !== false && value !== undefined && value !== null) {
      made.setAttribute(key, value);
    }
  }
  made.append(...shown(children));
  return made;
}

/** Replaces what an element contains. */
export function fill(parent, ...children) {
  parent.replaceChildren(...shown(children));
}

/** Text for screen readers only. */
export function unseen(words) {
  return element('span', { class: 'unseen' }, words);
}

let lastNumber = 0;

/** An id that no other element has. */
export function freshID(prefix) {
  lastNumber += 1;
  return `${prefix}-${lastNumber}`;
}

function shown(children) {
  return children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false);
}
