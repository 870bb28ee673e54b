// The token for all requests. It lasts as long as the tab. It is not in the address bar or the history.

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

/** Takes the token from `#token=…`. Returns true if there was one. */
export function takeTokenFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return false;
  setToken(given);
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}
