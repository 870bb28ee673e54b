// The notifications from the store to the game server.

import { perform } from './actions.js';
import { button } from './buttons.js';
import { element, fill } from './elements.js';
import { checkbox, field, follower, input, select, setOptions } from './fields.js';
import { number, time } from './formats.js';
import { openNotification } from './notification_detail.js';
import { openNotify } from './notify.js';
import { badge, emptyBox, section, stateBadge } from './parts.js';
import { serverFaults } from './server_faults.js';
import { dataTable } from './tables.js';
import { text } from './texts.js';

const atATime = 200;

export const notifications = {
  name: 'notifications',
  create({ requestAgain }) {
    let last;
    let limit = atATime;
    const address = addressPart();
    const setUp = element(
      'details',
      { class: 'set-up' },
      element('summary', { class: 'panel' }, element('span', { class: 'set-up-title' }, text('address.title')), address.state),
      element('div', { class: 'columns' }, address.element, serverFaults()),
    );
    const type = select('type', [{ value: '', label: text('filter.type.all') }], { on: { change: () => show(last) } });
    const failed = checkbox('failed', text('filter.failed'), { on: { change: () => requestAgain() } });
    const table = list();
    const older = button(text('transactions.older'), {
      action: 'older',
      press: () => {
        limit += atATime;
        requestAgain();
      },
    });

    function show(responses) {
      const isFirst = !last;
      last = responses;
      const { found } = responses;
      const types = [...new Set(found.map((one) => one.notificationType))].sort();
      setOptions(type, [{ value: '', label: text('filter.type.all') }, ...types.map((value) => ({ value, label: value }))]);
      table.update(found.filter((one) => !type.value || one.notificationType === type.value).reverse());
      older.hidden = found.length < limit;
      address.update(responses.address);
      // If there is no address, the user must set one first.
      if (isFirst) setUp.open = responses.address.url === 'none';
    }

    return {
      element: element(
        'div',
        { class: 'stack' },
        setUp,
        element(
          'section',
          { class: 'panel', 'aria-label': text('view.notifications') },
          element(
            'form',
            { class: 'filters', 'aria-label': text('filter.title'), on: { submit: (event) => event.preventDefault() } },
            field(text('field.type'), type),
            failed,
            element(
              'div',
              { class: 'filters-end' },
              button(text('notify'), { action: 'notify', kind: 'primary', icon: 'notifications', press: () => openNotify() }),
            ),
          ),
          table.element,
          element('div', { class: 'list-end' }, older),
        ),
      ),
      requests: () => ({
        found: ['notifications', { limit: String(limit), ...(failed.querySelector('input').checked && { failed: true }) }],
        address: ['notification-url', {}],
      }),
      update: show,
    };
  },
};

function list() {
  const about = (one) => `${one.notificationType} ${one.notificationUUID}`;
  return dataTable({
    caption: text('view.notifications'),
    key: (one) => one.notificationUUID,
    empty: emptyBox('notifications', text('notifications.none'), text('notifications.none.how')),
    columns: [
      {
        name: 'type',
        label: text('field.type'),
        cell: (one) => [
          element('code', { class: 'type-name' }, one.notificationType),
          one.subtype && element('span', { class: 'id' }, one.subtype),
        ],
      },
      { name: 'state', label: text('field.state'), cell: (one) => stateBadge(one.state) },
      { name: 'attempts', label: text('field.attempts'), cell: (one) => number(one.attempts) },
      {
        name: 'date',
        label: text('field.happened-about'),
        cell: (one) => [time(one.signedDate), one.transactionId && element('span', { class: 'id' }, one.transactionId)],
      },
      {
        name: 'next',
        label: text('field.next'),
        cell: (one) => (one.nextAttemptDate ? time(one.nextAttemptDate) : text('nothing')),
      },
      {
        name: 'actions',
        label: text('field.actions'),
        cell: (one) =>
          element(
            'div',
            { class: 'buttons' },
            button(text('details'), {
              action: 'details',
              kind: 'quiet',
              about: about(one),
              press: () => openNotification(one.notificationUUID),
            }),
            button(text('resend'), {
              action: 'resend',
              kind: 'quiet',
              about: about(one),
              press: () => sendAgain(one),
            }),
          ),
      },
    ],
  });
}

function sendAgain({ notificationUUID: uuid, notificationType: type }) {
  return perform('resend', { uuid }, text('resend.done', { type }));
}

function addressPart() {
  const url = input('url', { type: 'url', placeholder: 'http://127.0.0.1:9000/apple', required: true });
  const retries = select(
    'retries',
    ['production', 'sandbox'].map((value) => ({ value, label: text(`retries.${value}`) })),
  );
  const state = element('span', { class: 'set-up-state' });
  const followURL = follower(url);
  const stop = button(text('address.stop'), {
    action: 'address-none',
    kind: 'quiet',
    press: () => perform('notification-url', { url: 'none' }, text('address.stopped')),
  });
  return {
    state,
    element: section(
      text('address.url'),
      element(
        'form',
        {
          class: 'form',
          on: {
            submit: (event) => {
              event.preventDefault();
              perform('notification-url', { url: url.value, retries: retries.value }, text('address.done'));
            },
          },
        },
        field(text('address.field'), url),
        field(text('address.retries'), retries),
        element(
          'div',
          { class: 'buttons' },
          element('button', { type: 'submit', class: 'button primary', 'data-action': 'address' }, text('address.set')),
          stop,
        ),
      ),
    ),
    update(address) {
      const isSet = address.url !== 'none';
      fill(
        state,
        badge(text(isSet ? 'address.on' : 'address.off'), isSet ? 'good' : 'waiting'),
        isSet && element('span', { class: 'id' }, address.url),
      );
      if (isSet) followURL(address.url);
      stop.hidden = !isSet;
    },
  };
}
