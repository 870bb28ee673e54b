// All texts of the page, in English and in Chinese.
//
// Words in braces are replaced: text('player.title', {name}).

import { preference, setPreference } from './preferences.js';

const table = {
  // The frame around the views
  'navigation': ['Views', '视图'],
  'skip': ['Skip to the content', '跳到内容'],
  'view.overview': ['Overview', '概览'],
  'view.waits': ['Pending work', '待处理事项'],
  'theme': ['Appearance', '外观'],
  'theme.system': ['System', '跟随系统'],
  'theme.light': ['Light', '浅色'],
  'theme.dark': ['Dark', '深色'],
  'language': ['Language', '语言'],
  'try': ['Try now', '立即重试'],
  'sign-out': ['Sign out', '退出登录'],
  'sign-in.title': ['Open iap-server', '打开 iap-server'],
  'sign-in.how': [
    "The page needs an access key with the role studio or support. 'iap-server key NAME support' creates one. When "
      + 'you close the tab, the page deletes the key.',
    '页面需要 studio 或 support 角色的访问密钥，可用“iap-server key NAME support”生成。关闭标签页后，页面会删除密钥。',
  ],
  'sign-in.key': ['Access key', '访问密钥'],
  'sign-in.action': ['Open', '打开'],
  'search': ['Find', '查找'],
  'search.what': ['Player, transaction or token', '玩家、交易或令牌'],
  'search.title': ['Search: {words}', '查找：{words}'],
  'search.players': ['Players', '玩家'],

  // Errors and what to do
  'error.400': ['The server rejects the request: {reason}. Correct it and try again.', '服务器拒绝了请求：{reason}。请修改后重试。'],
  'error.401': [
    'The server does not know this key. Check that you copied the complete key, and that the server was restarted '
      + 'after the key was added to its file.',
    '密钥无效。请检查密钥是否复制完整，以及把它加入配置文件后，服务器是否已重新启动。',
  ],
  'error.403': [
    'This key has no permission. Use a key with the role studio or support.',
    '此密钥没有权限。请使用 studio 或 support 角色的密钥。',
  ],
  'error.404': [
    'The server does not have this page or data. The server may be older than this page. Reload the page.',
    '服务器没有此页面或数据。服务器可能比页面旧，请重新加载页面。',
  ],
  'error.429': [
    'This device has sent too many requests. The page tries again in {seconds} seconds.',
    '此设备发出的请求过多，页面将在 {seconds} 秒后重试。',
  ],
  'error.503': [
    "The server's database is not available now. The page tries again automatically. See the server's log for details.",
    '服务器的数据库暂时不可用，页面会自动重试。详情见服务器日志。',
  ],
  'error.other': [
    "The server returned status {status}: {reason}. Try again. See the server's log for details.",
    '服务器返回状态 {status}：{reason}。请重试。详情见服务器日志。',
  ],
  'error.connection': [
    'The server does not respond. Check that it runs and that this device can reach it. The page tries again automatically.',
    '服务器没有响应。请检查服务器是否在运行，以及此设备能否访问它。页面会自动重试。',
  ],

  // Words of several views
  'yes': ['Yes', '是'],
  'no': ['No', '否'],
  'nothing': ['–', '–'],
  'forever': ['Never', '永久有效'],
  'by-hand': ['Manual', '手动'],
  'environment': ['Environment', '环境'],
  'environments': ['Environments', '环境'],
  'environment.Production': ['Production', '生产'],
  'environment.Sandbox': ['Sandbox', '沙盒'],
  'field.time': ['Time', '时间'],
  'field.what': ['Type', '类型'],
  'field.name': ['Name', '名称'],
  'field.amount': ['Amount', '数量'],
  'field.product': ['Product', '产品'],
  'field.cause': ['Cause', '来源'],
  'field.player': ['Player', '玩家'],
  'field.state': ['State', '状态'],
  'field.until': ['Expires', '到期时间'],
  'field.renews': ['Renewal', '续期'],
  'field.reason': ['Reason', '原因'],
  'field.event': ['Event', '事件'],
  'field.endpoint': ['Address', '地址'],
  'field.attempts': ['Attempts', '尝试次数'],
  'field.due': ['Next attempt', '下次尝试'],
  'field.error': ['Last error', '最近的错误'],
  'field.subject': ['Subject', '对象'],
  'field.actions': ['Actions', '操作'],

  // States, by the names that the server uses
  'state.waiting': ['Waiting', '等待中'],
  'state.delivered': ['Delivered', '已送达'],
  'state.refused': ['Refused', '已拒绝'],
  'state.given up': ['Given up', '已放弃'],
  'state.Active': ['Active', '有效'],
  'state.InGracePeriod': ['Grace period', '宽限期'],
  'state.InBillingRetry': ['Billing retry', '扣费重试'],
  'state.Expired': ['Expired', '已过期'],
  'state.Revoked': ['Revoked', '已撤销'],
  'state.Refunded': ['Refunded', '已退款'],
  'cancellation.UserCanceled': ['Off: cancelled by the player', '已关闭：玩家取消'],
  'cancellation.BillingError': ['Off: payment failed', '已关闭：扣费失败'],
  'cancellation.PriceIncreaseDeclined': ['Off: price increase declined', '已关闭：玩家拒绝涨价'],
  'cancellation.ProductUnavailable': ['Off: product not on sale', '已关闭：产品已下架'],
  'cancellation.Refunded': ['Off: refunded', '已关闭：已退款'],
  'cancellation.Other': ['Off', '已关闭'],
  'kind.granted': ['Granted', '已发放'],
  'kind.taken-back': ['Taken back', '已收回'],
  'kind.refused': ['Refused', '已拒绝'],
  'kind.subscription': ['Subscription', '订阅'],
  'kind.manual': ['Manual', '手动'],
  'cause.game': ['Game', '游戏'],
  'cause.asked the App Store': ['App Store request', '向 App Store 查询'],
  'cause.notification': ['Notification {name}', '通知 {name}'],
  'cause.by hand:': ['Manual: {name}', '手动：{name}'],

  // Overview
  'overview.counts': ['This server', '此服务器'],
  'overview.app': ['App', 'App'],
  'overview.purchases': ['Purchases', '购买'],
  'overview.players': ['Players', '玩家'],
  'overview.notifications': ['Notifications', '通知'],
  'overview.deliveries': ['Events: {state}', '事件：{state}'],
  'overview.work': ['Pending work: {kind}', '待处理事项：{kind}'],
  'overview.waits': ['Webhook events and pending work', 'Webhook 事件和待处理事项'],
  'overview.waits.more': ['Show pending work', '查看待处理事项'],
  'overview.search': ['Find a player', '查找玩家'],
  'overview.search.how': [
    "Use the search field above. Enter a player's name, a transaction ID, the order number of Apple's receipt, or "
      + 'the account token.',
    '在上方的搜索框中输入玩家名称、交易 ID、Apple 收据上的订单号，或账户令牌。',
  ],

  // Players and transactions
  'player.title': ['Player {name}', '玩家 {name}'],
  'player.balances': ['Balances', '余额'],
  'player.balances.none': ['No balances.', '没有余额。'],
  'player.unlocks': ['Unlocks', '解锁'],
  'player.unlocks.none': ['No unlocks.', '没有解锁。'],
  'player.subscriptions': ['Subscriptions', '订阅'],
  'player.subscriptions.none': ['No subscriptions.', '没有订阅。'],
  'player.history': ['History', '历史'],
  'entries.none': ['No entries', '没有记录'],
  'entries.none.how': ['Purchases, refunds and manual changes appear here.', '购买、退款和手动更改会显示在这里。'],
  'transaction.title': ['Transaction {id}', '交易 {id}'],
  'transaction.entries': ['Entries of this transaction', '此交易的记录'],
  'transaction.players': ['Owner', '所属玩家'],
  'transaction.nobody': ['The server does not know the owner of this transaction.', '服务器不知道此交易属于哪个玩家。'],
  'change.title': ['Manual change', '手动更改'],
  'change.kind': ['Change', '更改'],
  'change.counter': ['Change a balance', '增减余额'],
  'change.give': ['Grant an unlock', '发放解锁'],
  'change.take': ['Remove a manually granted unlock', '收回手动发放的解锁'],
  'change.amount.how': ['A negative amount is deducted.', '负数表示扣除。'],
  'change.until.how': ['Leave empty if it never expires.', '留空表示永久有效。'],
  'change.reason.how': ['The reason appears in the history.', '原因会显示在历史中。'],
  'change.action': ['Change in {environment}', '在{environment}环境中更改'],
  'change.done': ['Changed {name} of {player}.', '已更改：{player} 的 {name}。'],
  'change.known': ['This change was already made.', '此更改之前已经完成。'],

  // Pending work
  'waits.deliveries': ['Webhook events', 'Webhook 事件'],
  'waits.deliveries.none': ['No events in this state', '没有此状态的事件'],
  'waits.deliveries.none.how': [
    'When players receive or lose purchases, the server sends events to the addresses in its configuration file.',
    '玩家获得或失去购买时，服务器会向配置文件中的地址发送事件。',
  ],
  'waits.again': ['Send again', '重新发送'],
  'waits.again.done': ['The server will send the event again.', '即将重新发送事件。'],
  'waits.work': ['Pending App Store requests', '待处理的 App Store 请求'],
  'waits.work.none': ['No pending requests', '没有待处理的请求'],
  'waits.work.none.how': ["The server's pending requests to the App Store appear here.", '服务器尚未完成的 App Store 请求会显示在这里。'],
};

export const languages = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
];

let current = 0;

/** Returns the language for Intl. If the browser's language fits, it is used with its region, which has its own date format. */
export function locale() {
  const { code } = languages[current];
  return navigator.languages.find((one) => one.toLowerCase().startsWith(code)) ?? code;
}

export function language() {
  return languages[current].code;
}

/** Sets the chosen language, or the browser's language if none was chosen. */
export function beginLanguage() {
  choose(preference('language') ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'));
}

export function setLanguage(code) {
  setPreference('language', code);
  choose(code);
}

export function text(key, values) {
  if (!Object.hasOwn(table, key)) throw new Error(`there is no text ${key}`);
  return filled(table[key][current], values);
}

/** Returns a text, or `otherwise` for a word of the server that the page does not know. */
export function textOr(key, otherwise, values) {
  return Object.hasOwn(table, key) ? text(key, values) : otherwise;
}

function choose(code) {
  current = Math.max(languages.findIndex((one) => one.code === code), 0);
  document.documentElement.lang = languages[current].code;
}

function filled(words, values = {}) {
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
