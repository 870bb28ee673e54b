// One notification: its content, and each attempt to send it.

import { perform } from './actions.js';
import { button } from './buttons.js';
import { openDialog } from './dialogs.js';
import { element, fill } from './elements.js';
import { keepingFocus } from './focus.js';
import { time } from './formats.js';
import { watch } from './live.js';
import { attemptList } from './notification_attempts.js';
import { code, disclosure, facts, prettyJSON, stateBadge } from './parts.js';
import { withDecodedParts } from './signed_text.js';
import { text } from './texts.js';
import { openTransaction } from './transaction_detail.js';

export function openNotification(uuid) {
  const body = element('div', {});
  const stop = watch({ notification: ['notification', { uuid }] }, ({ notification }) => {
    keepingFocus(() => fill(body, notification ? parts(notification) : element('p', {}, text('notification.gone'))));
  });
  openDialog({ title: text('notification.title'), name: 'notification', body, closed: stop });
}

function parts(one) {
  const again = () => perform('resend', { uuid: one.notificationUUID }, text('resend.done', { type: one.notificationType }));
  return [
    element(
      'div',
      { class: 'detail-top' },
      element(
        'div',
        { class: 'detail-product' },
        element('code', { class: 'type-name' }, one.notificationType),
        stateBadge(one.state),
      ),
      element(
        'div',
        { class: 'buttons' },
        button(text('resend'), { action: 'resend', kind: 'primary', press: again }),
        one.transactionId &&
          button(text('notification.transaction'), { action: 'transaction', press: () => openTransaction(one.transactionId) }),
      ),
    ),
    element(
      'section',
      { class: 'detail-part' },
      facts([
        [text('field.subtype'), one.subtype],
        [text('field.happened'), time(one.signedDate)],
        [text('field.next'), one.nextAttemptDate && time(one.nextAttemptDate)],
        [text('field.transaction'), one.transactionId],
        [text('field.uuid'), one.notificationUUID],
      ]),
    ),
    element('section', { class: 'detail-part' }, element('h3', {}, text('notification.attempts')), attemptList(one.attempts)),
    element(
      'section',
      { class: 'detail-part' },
      element('h3', {}, text('notification.payload')),
      element('p', { class: 'hint' }, text('notification.payload.how')),
      code(prettyJSON(withDecodedParts(JSON.parse(one.payload))), text('notification.payload')),
      disclosure(text('signed.text'), code(one.signedPayload, text('signed.text'))),
    ),
  ];
}
