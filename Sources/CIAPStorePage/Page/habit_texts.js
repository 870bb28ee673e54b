// The Chinese descriptions of the habits. The English descriptions come from the store.

import { language, textOr } from './texts.js';

const chinese = {
  'listing_lag_ms': '在此设备购买的产品,要过这么久才出现在当前权益中。',
  'listing_lag_reads': '在此设备购买的产品,在最初这么多次读取当前权益时不会出现。',
  'status_lag_ms': '新的订阅要过这么久才有状态。',
  'announce_before_listing_ms': '自行到来的购买(例如家长批准的购买)先发通知,过这么久才列出。',
  'renewal_before_listing_ms': '续订先发通知,过这么久才列出。',
  'refund_lag_ms': '已退款的购买还会继续列出这么久。',
  'refund_relist_flicker': '已退款的非续期订阅消失一秒后,又列出一秒。',
  'refund_announce_lag_ms': '退款发生后,过这么久才通知。',
  'announce_own_nonconsumable': '在此设备购买的非消耗型产品,半秒后也会收到通知。',
  'announce_own_subscription': '在此设备购买的订阅,半秒后也会收到通知。',
  'repeat_after_finish': '已完成的购买还会再来这么多次。',
  'repeat_after_finish_ms': '完成之后以及每次重复之间相隔的时间。',
  'double_delivery_ms': '购买或续订在首次送达后,过这么久再送达一次;0 表示不会。',
  'result_delay_ms': '玩家付款后,过这么久才有购买结果。',
  'updates_coalesce_ms': '同一交易在这段时间内的更改合并为一次更新,内容为最后的状态。',
  'launch_replays_unfinished': '启动时,更新从未完成的交易开始;关闭时,它们只在未完成交易列表中。',
  'unfinished_flicker': '新的购买有半秒不在未完成交易列表中,一秒后又有半秒不在。',
  'announce_without_revocation': '家人共享结束时的通知没有撤销日期。',
  'stale_after_clear': '清除购买记录后,权益仍会列出,直到恢复购买。',
  'finish_fails_percent': '每一百次完成中有这么多次不能持久:一秒后交易又变为未完成。',
  'sync_unfinishes_latest': '恢复购买后,每个订阅的最近一期又变为未完成。',
  'two_ids': '一次购买以两个交易 ID 出现两次,日期和原始 ID 相同。',
  'cancelled_reads_empty': '在已取消的任务中读取,得到空结果而没有错误。',
  'products_empty': '每次请求产品都得到空结果而没有错误。',
  'products_hang': '请求产品得不到回应。',
  'read_stall_ms': '每次读取权益、状态和 App 交易都需要这么久。',
  'cold_stall_ms': '启动后的第一次调用需要这么久。',
  'storefront_stall_ms': '读取店面需要这么久。',
  'non_gregorian_empty': '当前权益列表为空,如同设备使用的不是公历。',
  'renewal_flicker_ms': '每期结束时,尽管已经续订,状态仍会这么久显示为过期。',
  'renewal_flicker_will_renew': '在那一刻,状态显示将会续订。',
  'renewal_flicker_winback': '在那一刻,订阅者符合赢回优惠的条件。',
  'renewal_flicker_listing_empty': '在那一刻,订阅没有列出。',
  'missed_order': '游戏关闭期间发生的续订,到来时的顺序。',
  'missed_includes_original': '这些续订中还有已完成的首次购买。',
  'missed_newest_twice': '这些续订中最新的一次会来两次。',
  'retry_listed': '处于扣款重试的订阅会列出,其最后的交易会收到通知。',
  'post_grace_state': '宽限期之后、仍在重试扣款时的状态。',
  'grace_retry_flag': '宽限期内,续订信息显示正在重试扣款。',
  'autorenew_change_announced': '开启或关闭自动续订时,监听者立即得知状态变化;关闭此项时,要到状态的下一次其他变化。',
  'upgraded_still_listed': '升级后,较低等级仍会列出,并带有已升级标记。',
  'owned_subscription': '购买正在生效的订阅时得到的结果:已持有的交易,或错误。',
  'lapse_returns_old': '订阅中断后再次购买,得到旧的交易而没有购买:从不、中断后 2 秒内,或总是。',
  'unfinished_consumable_returned': '有一个消耗型购买未完成时再次购买,得到那一个而没有购买。',
  'nonrenewing_second': '再次购买非续期订阅时得到的结果:新的购买,或第一次的购买。',
  'returns_previous': '购买产品时得到上一次的购买;新的购买以通知到来。',
  'offer_to_holder_returns_held': '向订阅者提供已签名的优惠时,无论签名如何,都得到已持有的交易。',
  'declined_delivers': '家长拒绝的请求会作为购买送达。',
  'interrupted_result': '需要玩家先做某事的购买如何结束:待处理,或未知错误。两种情况之后都可能扣款。',
  'ask_merges': '相同的家长询问合并为一个,由最后一个保持有效。',
  'no_scene_error': '购买没有可显示付款单的场景时的错误。',
  'sync_offline_error': '没有网络时恢复购买的错误。',
  'cancel_form': '取消购买的告知方式:作为结果,或作为抛出的错误。',
  'receipt_has_purchases': '购买何时出现在设备的 App 收据中。',
  'intro_sticky': '推介促销优惠的资格显示什么:真实情况、本次启动的首次回答,或两者之一。',
  'intro_true_without_offer': '从未订阅的账户,在没有推介促销优惠的群组中也符合资格。',
  'bad_override': '签名错误的推介促销优惠的结果:失败,或不声不响地收取全价。',
  'bad_promo_error': '签名错误的促销优惠的错误。',
  'winback_at_once': '订阅一中断就符合赢回优惠的条件,无论优惠的条件是什么。',
  'intent_delivered': '在 App Store 中开始的购买会到达游戏。',
};

export function sentenceOf(habit) {
  return (language() === 'zh' && chinese[habit.name]) || habit.sentence;
}

/** Returns the name of a choice. Names that are StoreKit's own words are not translated. */
export function choiceOf(name) {
  return textOr(`habit.choice.${name}`, name);
}
