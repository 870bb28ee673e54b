// The subscriptions: their state, their periods, and actions on them.

import { element, fill } from './elements.js';
import { choiceBar } from './fields.js';
import { keepingFocus } from './focus.js';
import { money, time, yesOrNo } from './formats.js';
import { watch } from './live.js';
import { preference, setPreference } from './preferences.js';
import { badge, emptyBox, facts, productName, stateBadge } from './parts.js';
import { subscriptionButtons } from './subscription_actions.js';
import { periodsOf } from './subscription_periods.js';
import { text } from './texts.js';
import { timelineAxis, timelineGrid, timelineNow, timelineTrack } from './timeline.js';
import { timelineRange } from './timeline_range.js';

const scales = ['all', 'week', 'month', 'year'];
const marks = ['paid', 'grace', 'retry', 'revoked', 'upgraded'];

export const subscriptions = {
  name: 'subscriptions',
  create() {
    let responses;
    let details = {};
    let stopDetails = () => {};
    let scale = scales.includes(preference('scale')) ? preference('scale') : 'all';
    const lanes = element('div', { class: 'lanes', role: 'region', 'aria-label': text('timeline.title'), tabindex: '0' });
    const empty = emptyBox('subscriptions', text('subscriptions.none'), text('subscriptions.none.how'));
    const frame = element(
      'section',
      { class: 'panel timeline', 'aria-label': text('timeline.title') },
      element(
        'div',
        { class: 'timeline-top' },
        element('ul', { class: 'legend', 'aria-label': text('timeline.legend') }, marks.map(legend)),
        choiceBar(
          text('timeline.scale'),
          'scale',
          scales.map((value) => ({ value, label: text(`timeline.scale.${value}`) })),
          scale,
          (chosen) => {
            scale = chosen;
            setPreference('scale', chosen);
            draw();
            showNow();
          },
        ),
      ),
      lanes,
    );

    function draw() {
      const list = responses.subscriptions;
      empty.hidden = list.length > 0;
      frame.hidden = list.length === 0;
      if (!list.length) return;
      const drawn = list.map((one) => ({ subscription: one, periods: periodsOf(one, responses, details) }));
      const now = Date.parse(responses.clock.now);
      const range = timelineRange(drawn.flatMap((one) => one.periods), now, scale, lanes.clientWidth);
      lanes.style.setProperty('--ratio', range.ratio);
      const rows = drawn.map((one) => lane(one, range, responses, details));
      const board = [timelineAxis(range), timelineGrid(range), rows, timelineNow(range)];
      keepingFocus(() => fill(lanes, element('div', { class: 'board' }, board)));
    }

    /** Scrolls to the present time, which users look for first. */
    function showNow() {
      const line = lanes.querySelector('.now');
      if (line) lanes.scrollLeft = line.offsetLeft - lanes.clientWidth * 0.7;
    }

    return {
      element: element('div', {}, frame, empty),
      requests: () => ({
        subscriptions: ['subscriptions', {}],
        transactions: ['transactions', { limit: '2000' }],
        products: ['products', {}],
        clock: ['clock', {}],
      }),
      update(found) {
        const isFirst = !responses;
        responses = found;
        draw();
        if (isFirst) showNow();
        // Lists do not contain the revocation date and the price increase consent.
        stopDetails();
        stopDetails = watch(detailQuestions(found), (more) => {
          details = more;
          draw();
        });
      },
      end: () => stopDetails(),
    };
  },
};

function detailQuestions({ subscriptions: list, transactions }) {
  const revoked = transactions.filter((one) => one.expiresDate && one.state === 'revoked');
  const ids = new Set([...list, ...revoked].map((one) => one.transactionId));
  return Object.fromEntries([...ids].map((id) => [id, ['transaction', { id }]]));
}

function legend(mark) {
  return element('li', {}, element('span', { class: `swatch ${mark}` }), text(`timeline.${mark}`));
}

function lane({ subscription, periods }, range, { products }, details) {
  const detail = details[subscription.transactionId];
  const waitsForConsent = detail?.awaitsPriceConsent === true;
  const name = products.find((one) => one.productId === subscription.productId)?.name ?? subscription.productId;
  const renewsTo = products.find((one) => one.productId === subscription.autoRenewProductId)?.name;
  return element(
    'article',
    { class: 'lane', 'data-key': subscription.transactionId, 'data-account': subscription.account },
    element(
      'div',
      { class: 'lane-head' },
      element(
        'div',
        { class: 'lane-title' },
        productName(products, subscription.productId),
        element('h2', { class: 'lane-account' }, subscription.account),
        element(
          'span',
          { class: 'badges' },
          stateBadge(subscription.status),
          waitsForConsent && badge(text('subscription.consent'), 'waiting'),
          subscription.ownership === 'FAMILY_SHARED' && badge(text('transaction.shared'), 'plain'),
        ),
      ),
      facts([
        [text('subscription.ends'), subscription.expiresDate && time(subscription.expiresDate)],
        [text('subscription.grace'), subscription.gracePeriodExpiresDate && time(subscription.gracePeriodExpiresDate)],
        [text('subscription.renews'), yesOrNo(subscription.autoRenewStatus)],
        [text('subscription.to'), subscription.autoRenewProductId !== subscription.productId ? renewsTo : undefined],
        [text('subscription.price'), subscription.renewalPrice && money(subscription.renewalPrice)],
      ]),
      subscriptionButtons(subscription, { name, products, waitsForConsent }),
    ),
    timelineTrack(periods, range, text('timeline.periods', { product: name, account: subscription.account })),
  );
}
