// The store's settings and simulated failures.

import { carryOut, control, perform } from './actions.js';
import { announce } from './announcements.js';
import { button } from './buttons.js';
import { countries } from './countries.js';
import { openForm } from './dialogs.js';
import { element } from './elements.js';
import { failingAPIs } from './failing_apis.js';
import { field, follower, input, select, setValue, settingSwitch } from './fields.js';
import { nextPurchase } from './next_purchase.js';
import { section } from './parts.js';
import { text } from './texts.js';

const graceDays = [0, 3, 16, 28];

export const settings = {
  name: 'settings',
  create() {
    const parts = [storefrontPart(), purchasePart(), renewalPart(), failingAPIs()];
    return {
      element: element(
        'div',
        { class: 'columns' },
        element('div', { class: 'stack' }, parts[0].element, parts[1].element, parts[2].element),
        element('div', { class: 'stack' }, nextPurchase(), parts[3].element, clearing()),
      ),
      requests: () => ({ settings: ['settings', {}], storefront: ['storefront', {}] }),
      update(responses) {
        for (const part of parts) part.update(responses);
      },
    };
  },
};

function storefrontPart() {
  const country = select(
    'country',
    countries().map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
  );
  const locale = input('locale', { placeholder: 'de_DE', pattern: '[A-Za-z]{2,3}(_[A-Za-z0-9]+)*' });
  const currency = element('p', { class: 'hint' });
  const followCountry = follower(country);
  const followLocale = follower(locale);
  return {
    element: section(
      text('storefront.title'),
      element(
        'form',
        {
          class: 'form',
          on: {
            submit: (event) => {
              event.preventDefault();
              const given = locale.value.trim();
              perform('storefront', { country: country.value, ...(given && { locale: given }) }, text('storefront.done'));
            },
          },
        },
        element(
          'div',
          { class: 'field-row' },
          field(text('storefront.country'), country),
          field(text('storefront.locale'), locale),
        ),
        element(
          'div',
          { class: 'form-start' },
          element('button', { type: 'submit', class: 'button primary', 'data-action': 'storefront' }, text('storefront.move')),
          currency,
        ),
      ),
    ),
    update({ storefront }) {
      followCountry(storefront.storefront);
      followLocale(storefront.locale);
      currency.textContent = text('storefront.currency', { currency: storefront.currency });
    },
  };
}

function purchasePart() {
  const askToBuy = settingSwitch('askToBuy', text('setting.ask'), text('setting.ask.how'), (isEnabled) =>
    control('setAskToBuy', { isEnabled }, saved()),
  );
  const allowed = settingSwitch('paymentsAllowed', text('setting.payments'), text('setting.payments.how'), (areAllowed) =>
    control('setPaymentsAllowed', { areAllowed }, saved()),
  );
  return {
    element: section(text('settings.purchases'), askToBuy.row, allowed.row),
    update(responses) {
      askToBuy.control.checked = responses.settings.askToBuy;
      allowed.control.checked = responses.settings.paymentsAllowed;
    },
  };
}

function renewalPart() {
  const retry = settingSwitch('billingRetry', text('setting.retry'), text('setting.retry.how'), (isEnabled) =>
    control('setBillingRetryOnRenewal', { isEnabled }, saved()),
  );
  const grace = select(
    'grace',
    graceDays.map((days) => ({
      value: String(days),
      label: days ? text('setting.grace.days', { days }) : text('setting.grace.none'),
    })),
    { on: { change: () => control('setGracePeriod', grace.value === '0' ? {} : { policy: Number(grace.value) }, saved()) } },
  );
  const limit = input('renewalLimit', {
    type: 'number',
    min: 0,
    max: 1000,
    on: { change: () => control('setRenewalLimit', { limit: Number(limit.value) }, saved()) },
  });
  return {
    element: section(
      text('settings.renewals'),
      retry.row,
      element(
        'div',
        { class: 'field-row' },
        field(text('setting.grace'), grace),
        field(text('setting.limit'), limit, text('setting.limit.how')),
      ),
    ),
    update(responses) {
      retry.control.checked = responses.settings.billingRetryOnRenewal;
      setValue(grace, String(responses.settings.gracePeriodDays));
      setValue(limit, String(responses.settings.renewalLimit));
    },
  };
}

function clearing() {
  const form = (name, command) => () =>
    openForm({
      title: text(`${name}.title`),
      name,
      explanation: text(`${name}.how`),
      action: text(name),
      isDestructive: true,
      submit: async () => {
        await carryOut('control', { json: { [command]: {} } });
        announce(text(`${name}.done`));
      },
    });
  return section(
    text('settings.clearing'),
    element(
      'div',
      { class: 'buttons' },
      button(text('clear'), { action: 'clear', kind: 'quiet-danger', press: form('clear', 'clearTransactions') }),
      button(text('reset'), { action: 'reset', kind: 'quiet-danger', press: form('reset', 'resetToDefaultState') }),
    ),
  );
}

function saved() {
  return text('setting.done');
}
