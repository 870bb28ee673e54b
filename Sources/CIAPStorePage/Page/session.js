// The token that every request brings. It lives as long as the tab, and stays out of the address bar and the history.

const place = 'iap-store-token';

export function token() {
  return sessionStorage.getItem(place);
}

export function setToken(text) {
  sessionStorage.setItem(place, text);
}

export function forgetToken() {
  sessionStorage.removeItem(place);
}

/** Takes the token of `#token=…`. Returns whether there was one. */
export function takeTokenFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return false;
  setToken(given);
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}
