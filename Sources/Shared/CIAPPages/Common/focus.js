// Keeps the keyboard focus when a part of the page is replaced or a dialog closes.

/** Runs `change`. If this removes the focused element, an element with the same purpose or in the same row gets the focus. */
export function keepingFocus(change) {
  const place = currentPlace();
  change();
  if (place && !place.element.isConnected) successor(place)?.focus();
}

/** Remembers the focused element. Returns a function that focuses it again. */
export function focusReturn() {
  const place = currentPlace();
  return () => {
    if (place?.element.isConnected) place.element.focus();
    else successor(place)?.focus();
  };
}

function currentPlace() {
  const element = document.activeElement;
  if (!element || element === document.body) return undefined;
  return { element, purpose: element.dataset.focus, row: element.closest('[data-key]')?.dataset.key };
}

function successor(place) {
  return (
    (place?.purpose && document.querySelector(`[data-focus="${CSS.escape(place.purpose)}"]`)) ||
    (place?.row && document.querySelector(`[data-key="${CSS.escape(place.row)}"] :is(button, input, select)`)) ||
    document.querySelector('dialog[open] h2, h1')
  );
}
