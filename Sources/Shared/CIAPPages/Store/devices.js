// The accounts, their devices, and the network of each device.

import { perform } from './actions.js';
import { accountsOf } from './buy.js';
import { choiceBar } from './fields.js';
import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { icon } from './icons.js';
import { number } from './formats.js';
import { emptyBox, stateBadge } from './parts.js';
import { text } from './texts.js';

export const devices = {
  name: 'devices',
  create() {
    const grid = element('div', { class: 'cards accounts' });
    const empty = emptyBox('devices', text('devices.none'), text('devices.none.how'));
    let last;
    const show = (responses) => {
      last = responses;
      const accounts = accountsOf(responses.devices, responses.transactions);
      empty.hidden = accounts.length > 0;
      keepingFocus(() => fill(grid, accounts.map((account) => card(account, responses, () => show(last)))));
    };
    return {
      element: element('div', {}, element('p', { class: 'lead' }, text('devices.how')), grid, empty),
      requests: () => ({ devices: ['devices', {}], transactions: ['transactions', { limit: '2000' }] }),
      update: show,
    };
  },
};

function card(account, { devices: all, transactions }, repeat) {
  const own = all.filter((device) => device.account === account);
  const bought = transactions.filter((one) => one.account === account && one.state !== 'waits for approval');
  const waiting = transactions.filter((one) => one.account === account && one.state === 'waits for approval');
  return element(
    'section',
    { class: 'card account-card', 'data-key': account },
    element(
      'div',
      { class: 'card-head' },
      element('span', { class: 'initial', 'aria-hidden': 'true' }, [...account][0].toUpperCase()),
      element(
        'div',
        {},
        element('h2', {}, account),
        element(
          'p',
          { class: 'hint' },
          text('devices.account', { bought: number(bought.length), waiting: number(waiting.length) }),
        ),
      ),
    ),
    own.length
      ? element('ul', { class: 'device-list' }, own.map((device) => row(device, repeat)))
      : element('p', { class: 'hint' }, text('devices.account.none')),
  );
}

function row(device, repeat) {
  const state = device.network;
  const about = `${device.device} ${device.account}`;
  return element(
    'li',
    { class: 'device', 'data-key': device.device },
    element(
      'span',
      { class: 'device-name' },
      icon('devices'),
      element('h3', {}, device.device),
      state !== 'up' && stateBadge(state),
    ),
    choiceBar(
      text('devices.network', { device: device.device, account: device.account }),
      `network ${about}`,
      ['up', 'down', 'silent'].map((value) => ({ value, label: text(`network.${value}`) })),
      state,
      async (chosen) => {
        await perform(
          'network',
          { account: device.account, device: device.device, state: chosen },
          text('devices.done', { device: device.device, state: text(`state.${chosen}`) }),
        );
        // Do not show a choice that the store has refused.
        repeat();
      },
    ),
  );
}
