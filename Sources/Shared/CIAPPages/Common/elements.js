// Creates the elements of the page. Texts become text nodes, so no text of a store or a game is read as HTML.

/**
 * @param {string} name the tag
 * @param {object} attributes `on` has listeners; true and false set or remove an attribute; undefined and null omit it
 * @param children elements, texts and lists of them; undefined, null and false are omitted
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

/** Replaces the content of an element. */
export function fill(parent, ...children) {
  parent.replaceChildren(...shown(children));
}

/** Creates a text for screen readers only. */
export function unseen(words) {
  return element('span', { class: 'unseen' }, words);
}

let lastNumber = 0;

/** Returns an id that no other element has. */
export function freshID(prefix) {
  lastNumber += 1;
  return `${prefix}-${lastNumber}`;
}

function shown(children) {
  return children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false);
}
