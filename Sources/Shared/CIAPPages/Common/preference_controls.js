// The controls for the language and the colours of the page.

import { element } from './elements.js';
import { field, select } from './fields.js';
import { preference, setPreference, showTheme } from './preferences.js';
import { language, languages, setLanguage, text } from './texts.js';

/** @param languageChanged called when the page must be created again */
export function preferenceControls(languageChanged) {
  const theme = select(
    'theme',
    ['system', 'light', 'dark'].map((value) => ({ value, label: text(`theme.${value}`) })),
    {
      on: {
        change: () => {
          setPreference('theme', theme.value);
          showTheme(theme.value);
        },
      },
    },
  );
  theme.value = preference('theme') ?? 'system';
  const tongue = select(
    'language',
    languages.map(({ code, name }) => ({ value: code, label: name })),
    {
      'data-focus': 'language',
      on: {
        change: () => {
          setLanguage(tongue.value);
          languageChanged();
        },
      },
    },
  );
  tongue.value = language();
  return element('div', { class: 'preferences' }, field(text('theme'), theme), field(text('language'), tongue));
}
