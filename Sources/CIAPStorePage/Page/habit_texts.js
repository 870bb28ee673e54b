// The Chinese descriptions of the habits. The English descriptions come from the store.

import { language, textOr } from './texts.js';

const chinese = {
  'listing_lag_ms': '在这台设备上购买后，要过这么久，购买才出现在当前权益中。',
  'listing_lag_reads': '在这台设备上购买后，最初这么多次读取当前权益，都看不到这笔购买。',
  'status_lag_ms': '新的订阅要过这么久才有状态。',
  'announce_before_listing_ms': '以更新的形式到来的购买（例如家长批准的购买），要再过这么久才进入当前权益。',
  'renewal_before_listing_ms': '续期的更新到来后，要再过这么久，续期才进入当前权益。',
  'refund_lag_ms': '退款后，购买还会在当前权益中保留这么久。',
  'refund_relist_flicker': '非续期订阅退款一秒后，会重新出现在当前权益中，持续一秒。',
  'refund_announce_lag_ms': '退款后，要过这么久，退款的更新才到来。',
  'announce_own_nonconsumable': '在这台设备上购买的非消耗型项目，半秒后还会以更新的形式到来。',
  'announce_own_subscription': '在这台设备上购买的订阅，半秒后还会以更新的形式到来。',
  'repeat_after_finish': '已完成的购买还会再次到来这么多次。',
  'repeat_after_finish_ms': '完成之后的每次重复，与完成或上一次重复相隔这么久。',
  'double_delivery_ms': '购买或续期第一次到来后，过这么久会再到来一次；0 表示不会。',
  'result_delay_ms': '玩家付款后，要过这么久才有购买的结果。',
  'updates_coalesce_ms': '同一笔交易在这段时间内的变化合并为一次更新，内容是最新的状态。',
  'launch_replays_unfinished': '启动时，更新从未完成的交易开始；关闭此项时，未完成的交易只出现在未完成交易的列表中。',
  'unfinished_flicker': '新的购买会有半秒不在未完成交易的列表中，一秒后又有半秒不在。',
  'announce_without_revocation': '家人共享结束时的更新没有撤销日期。',
  'stale_after_clear': '清除购买历史之后，旧的权益仍会列出，直到恢复购买。',
  'finish_fails_percent': '有这个百分比的“完成”不会持久：一秒后，交易又变为未完成。',
  'sync_unfinishes_latest': '恢复购买后，每个订阅的最近一期又变为未完成。',
  'two_ids': '一笔购买会以两个交易 ID 到来，日期和原始交易 ID 相同。',
  'cancelled_reads_empty': '在已取消的任务中读取，结果为空，也没有错误。',
  'products_empty': '每次请求产品，结果都为空，也没有错误。',
  'products_hang': '产品的请求一直没有结果。',
  'read_stall_ms': '每次读取权益、状态或 App 交易，都需要这么久。',
  'cold_stall_ms': '启动后的第一次调用需要这么久。',
  'storefront_stall_ms': '读取店面需要这么久。',
  'non_gregorian_empty': '当前权益的列表为空，就像设备使用的不是公历。',
  'renewal_flicker_ms': '每期结束时，虽然订阅已经续期，状态仍会有这么久显示为已过期。',
  'renewal_flicker_will_renew': '已续期的订阅显示为已过期时，续期信息表示它将会续期。',
  'renewal_flicker_winback': '已续期的订阅显示为已过期时，订阅者符合赢回优惠的条件。',
  'renewal_flicker_listing_empty': '已续期的订阅显示为已过期时，当前权益中没有它。',
  'missed_order': '游戏关闭期间错过的续期，按这个顺序到来。',
  'missed_includes_original': '已完成的首次购买，会与错过的续期一起到来。',
  'missed_newest_twice': '错过的续期中，最新的一次会到来两次。',
  'retry_listed': '处于扣费重试期的订阅仍在当前权益中，它的最近一笔交易会以更新的形式到来。',
  'post_grace_state': '宽限期结束后、扣费重试仍在继续时，订阅处于这个状态。',
  'grace_retry_flag': '宽限期内，续期信息表示订阅处于扣费重试期。',
  'autorenew_change_announced': '开启或关闭自动续期时，状态的监听者立即收到通知；关闭此项时，要等到状态的下一次其他变化。',
  'upgraded_still_listed': '升级后，当前权益中仍有较低级别的订阅，并标记为已升级。',
  'owned_subscription': '再次购买有效的订阅时，返回已有的交易，或者返回错误。',
  'lapse_returns_old': '订阅中断后再次购买，返回旧的交易，不产生新的购买：从不、中断后 2 秒内，或总是。',
  'unfinished_consumable_returned': '消耗型项目完成之前再次购买，返回未完成的那一笔，不产生新的购买。',
  'nonrenewing_second': '再次购买非续期订阅时，返回新的购买，或者第一次的购买。',
  'returns_previous': '购买产品时，返回账户的上一笔购买；新的购买以更新的形式到来。',
  'offer_to_holder_returns_held': '用已签名的优惠购买有效的订阅时，返回已有的交易，即使签名无效。',
  'declined_delivers': '家长已经拒绝的购买请求，仍会作为购买到来。',
  'interrupted_result': '如果玩家要先做某件事，购买以“等待中”或未知错误结束。两种情况下，商店之后都可能扣款。',
  'ask_merges': '相同的家长批准请求合并为一个，最新的请求会重新开始 24 小时的计时。',
  'no_scene_error': '没有场景可以显示付款界面时，购买以这个错误失败。',
  'sync_offline_error': '没有网络时，恢复购买以这个错误失败。',
  'cancel_form': '取消的购买以结果的形式返回，或者作为错误抛出。',
  'receipt_has_purchases': '设备的 App 收据立即包含新的购买，或者刷新之后才包含。',
  'intro_sticky': '得到的推介促销优惠资格是当前的、本次启动第一次得到的，或者随机为两者之一。',
  'intro_true_without_offer': '即使群组没有推介促销优惠，从未订阅过的账户也符合资格。',
  'bad_override': '推介促销优惠的签名错误时，购买失败，或者商店不作提示就收取全价。',
  'bad_promo_error': '促销优惠的签名错误时，购买以这个错误失败。',
  'winback_at_once': '订阅一中断，账户就符合赢回优惠的条件，不论优惠本身有什么条件。',
  'intent_delivered': '玩家在 App Store 中开始的购买会到达游戏。',
  'cancel_charges_ms': '玩家取消的购买仍然会扣款，其交易在这么久之后作为更新到达；0：不扣款。',
  'lists_empty_ms': '启动后这么久之内，全部交易的列表和当前权益都为空，恢复购买之后也是如此；86400000：始终为空。',
  'latest_empty_ms': '启动后这么久之内，每个产品都没有最新交易；86400000：始终没有。',
  'storefront_on_subscribing': '监听店面变化时，首先会收到当前的店面。',
};

export function sentenceOf(habit) {
  return (language() === 'zh' && chinese[habit.name]) || habit.sentence;
}

/** Returns the name of a choice. Names that are StoreKit's own words are not translated. */
export function choiceOf(name) {
  return textOr(`habit.choice.${name}`, name);
}
