// Every word of the page, in English and in Chinese.
//
// Words in braces are replaced: text('player.title', {name}).

import { preference, setPreference } from './preferences.js';

const table = {
  // What is around the views
  'navigation': ['Views', '视图'],
  'skip': ['Skip to the content', '跳到内容'],
  'view.overview': ['Overview', '概览'],
  'view.waits': ['What waits', '待处理'],
  'theme': ['Appearance', '外观'],
  'theme.system': ['System', '跟随系统'],
  'theme.light': ['Light', '浅色'],
  'theme.dark': ['Dark', '深色'],
  'language': ['Language', '语言'],
  'try': ['Try now', '立即重试'],
  'sign-out': ['Sign out', '退出'],
  'sign-in.title': ['Open iap-server', '打开 iap-server'],
  'sign-in.how': [
    "The page needs an access key of the role studio or support. 'iap-server key NAME support' makes one. "
      + 'The key is forgotten when the tab is closed.',
    '页面需要 studio 或 support 角色的访问密钥,“iap-server key NAME support”可以生成。关闭标签页后密钥即被清除。',
  ],
  'sign-in.key': ['Access key', '访问密钥'],
  'sign-in.action': ['Open', '打开'],
  'search': ['Find', '查找'],
  'search.what': ['Player, transaction, token', '玩家、交易或令牌'],
  'search.title': ['Search: {words}', '查找:{words}'],
  'search.players': ['Players', '玩家'],

  // Errors, with the way out
  'error.400': ['The server refuses: {reason}. Change it, and try again.', '服务器拒绝:{reason}。请修改后重试。'],
  'error.401': [
    'The server does not know this key. Check that all of it was copied, '
      + 'and that the server has been started since the key was added to its file.',
    '服务器不认识此密钥。请检查是否完整复制,以及将密钥加入配置文件后是否已重新启动服务器。',
  ],
  'error.403': [
    'This key may not do this. Use a key of the role studio or support.',
    '此密钥没有权限。请使用 studio 或 support 角色的密钥。',
  ],
  'error.404': [
    'The server does not have this. It may be an older server than this page: load the page again.',
    '服务器上没有此内容。服务器可能比页面旧:请重新加载页面。',
  ],
  'error.429': [
    'There were too many requests from here. The page asks again in {seconds} seconds.',
    '请求过多,页面将在 {seconds} 秒后再次查询。',
  ],
  'error.503': [
    "The server's database does not answer now. The page asks again by itself; the server's log says more.",
    '服务器的数据库暂时没有响应。页面会自动重试,详情见服务器日志。',
  ],
  'error.other': [
    "The server has answered {status}: {reason}. Try again; the server's log says more.",
    '服务器返回 {status}:{reason}。请重试,详情见服务器日志。',
  ],
  'error.connection': [
    'The server does not answer. Check that it runs and that this device reaches it; the page asks again by itself.',
    '服务器没有响应。请检查服务器是否在运行、此设备能否访问;页面会自动重试。',
  ],

  // Words that many views have
  'yes': ['Yes', '是'],
  'no': ['No', '否'],
  'nothing': ['–', '–'],
  'forever': ['Does not end', '永久'],
  'by-hand': ['By hand', '手动'],
  'environment': ['Environment', '环境'],
  'environments': ['Environments', '环境'],
  'environment.Production': ['Production', '生产'],
  'environment.Sandbox': ['Sandbox', '沙盒'],
  'field.time': ['Time', '时间'],
  'field.what': ['What', '内容'],
  'field.name': ['Name', '名称'],
  'field.amount': ['Amount', '数量'],
  'field.product': ['Product', '商品'],
  'field.cause': ['Cause', '来源'],
  'field.player': ['Player', '玩家'],
  'field.state': ['State', '状态'],
  'field.until': ['Until', '截止'],
  'field.renews': ['Renewal', '续订'],
  'field.reason': ['Reason', '原因'],
  'field.event': ['Event', '事件'],
  'field.endpoint': ['Address', '地址'],
  'field.attempts': ['Attempts', '次数'],
  'field.due': ['Next attempt', '下次尝试'],
  'field.error': ['Last error', '最近错误'],
  'field.subject': ['About', '对象'],
  'field.actions': ['Actions', '操作'],

  // States, in the words of the server
  'state.waiting': ['Waiting', '等待中'],
  'state.delivered': ['Delivered', '已送达'],
  'state.refused': ['Refused', '已拒绝'],
  'state.given up': ['Given up', '已放弃'],
  'state.Active': ['Active', '有效'],
  'state.InGracePeriod': ['Grace period', '宽限期'],
  'state.InBillingRetry': ['Billing retry', '扣款重试'],
  'state.Expired': ['Expired', '已过期'],
  'state.Revoked': ['Revoked', '已撤销'],
  'state.Refunded': ['Refunded', '已退款'],
  'cancellation.UserCanceled': ['Off: the player has cancelled', '已关闭:玩家取消'],
  'cancellation.BillingError': ['Off: the payment has failed', '已关闭:扣款失败'],
  'cancellation.PriceIncreaseDeclined': ['Off: the new price was declined', '已关闭:未接受新价格'],
  'cancellation.ProductUnavailable': ['Off: the product is not sold any more', '已关闭:商品已下架'],
  'cancellation.Refunded': ['Off: refunded', '已关闭:已退款'],
  'cancellation.Other': ['Off', '已关闭'],
  'kind.granted': ['Granted', '已发放'],
  'kind.taken-back': ['Taken back', '已收回'],
  'kind.refused': ['Refused', '已拒绝'],
  'kind.subscription': ['Subscription', '订阅'],
  'kind.manual': ['By hand', '手动'],
  'cause.game': ['The game', '游戏'],
  'cause.asked the App Store': ['The App Store was asked', '查询 App Store'],
  'cause.notification': ['Notification {name}', '通知 {name}'],
  'cause.by hand:': ['By hand: {name}', '手动:{name}'],

  // Overview
  'overview.counts': ['This server', '此服务器'],
  'overview.app': ['App', 'App'],
  'overview.purchases': ['Purchases', '购买'],
  'overview.players': ['Players', '玩家'],
  'overview.notifications': ['Notifications', '通知'],
  'overview.deliveries': ['Deliveries: {state}', '推送:{state}'],
  'overview.work': ['Open work: {kind}', '待办:{kind}'],
  'overview.waits': ['Deliveries and open work', '推送和待办'],
  'overview.waits.more': ['Show what waits', '查看待处理内容'],
  'overview.search': ['Find a player', '查找玩家'],
  'overview.search.how': [
    'The field above finds a player by name, by the id of a transaction, '
      + "by the order in Apple's receipt, or by the account token.",
    '在上方输入玩家名称、交易 ID、Apple 收据中的订单号或账户令牌即可查找。',
  ],

  // A player, a transaction
  'player.title': ['Player {name}', '玩家 {name}'],
  'player.balances': ['Balances', '余额'],
  'player.balances.none': ['No counters here.', '此处没有余额。'],
  'player.unlocks': ['Unlocks', '已解锁'],
  'player.unlocks.none': ['Nothing is unlocked here.', '此处没有解锁内容。'],
  'player.subscriptions': ['Subscriptions', '订阅'],
  'player.subscriptions.none': ['No subscriptions here.', '此处没有订阅。'],
  'player.history': ['History', '历史'],
  'entries.none': ['Nothing has happened', '没有记录'],
  'entries.none.how': ['Purchases, refunds and changes by hand appear here.', '购买、退款和手动更改会显示在这里。'],
  'transaction.title': ['Transaction {id}', '交易 {id}'],
  'transaction.entries': ['What it has brought about', '产生的记录'],
  'transaction.players': ['Whose it is', '所属玩家'],
  'transaction.nobody': ['The server knows no player of this transaction.', '服务器不知道此交易属于哪个玩家。'],
  'change.title': ['Change by hand', '手动更改'],
  'change.kind': ['Change', '更改'],
  'change.counter': ['Add to a counter', '增减数量'],
  'change.give': ['Give an unlock', '给予解锁'],
  'change.take': ['Take a given unlock away', '收回给予的解锁'],
  'change.amount.how': ['Below zero takes away.', '负数表示扣除。'],
  'change.until.how': ['Empty: it does not end.', '留空表示永久。'],
  'change.reason.how': ['The history keeps it.', '会保存在历史中。'],
  'change.action': ['Change in {environment}', '在{environment}环境中更改'],
  'change.done': ['Changed: {name} of {player}.', '已更改:{player} 的 {name}。'],
  'change.known': ['This change was made before.', '此更改先前已完成。'],

  // What waits
  'waits.deliveries': ['Deliveries to your servers', '向您的服务器推送'],
  'waits.deliveries.none': ['None in this state', '没有此状态的推送'],
  'waits.deliveries.none.how': [
    'The server tells the addresses in its file what players have got.',
    '服务器会把玩家所得告知配置文件中的地址。',
  ],
  'waits.again': ['Send again', '重新发送'],
  'waits.again.done': ['It is sent again.', '正在重新发送。'],
  'waits.work': ['Open work', '待办事项'],
  'waits.work.none': ['No open work', '没有待办事项'],
  'waits.work.none.how': [
    'What the server still has to ask the App Store appears here.',
    '服务器尚需向 App Store 查询的内容会显示在这里。',
  ],
};

export const languages = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
];

let current = 0;

/** The language for Intl: the browser's where it is the page's, too, because it says how a region writes dates. */
export function locale() {
  const { code } = languages[current];
  return navigator.languages.find((one) => one.toLowerCase().startsWith(code)) ?? code;
}

export function language() {
  return languages[current].code;
}

/** Takes the language that was chosen, else the browser's. */
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

/** For what the server may say in a word that the page does not know. */
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
