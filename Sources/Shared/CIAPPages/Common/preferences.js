// The user's settings of the page. The browser stores them.

const prefix = 'iap-store-';

export function preference(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    // Browsers can refuse storage. The setting then lasts as long as the page.
    return null;
  }
}

export function setPreference(name, value) {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // See above.
  }
}

/** @param {'system' | 'light' | 'dark'} theme */
export function showTheme(theme) {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
}
