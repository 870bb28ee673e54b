#include "shop_texts.hpp"

#include "engine.hpp"

namespace {

const ShopTexts english = {
    "Lantern Caves",
    "Shop",
    "Back",
    "Buying…",
    "Waiting",
    "Waiting for approval",
    "Owned",
    "Not available",
    "Loading…",
    "Try again",
    "Restore purchases",
    "Restoring…",
    "Thank you!",
    "This must be approved first. It arrives automatically.",
    "Your purchases are restored.",
    "The store cannot be reached. Please try again later.",
    "This cannot be bought now.",
    "Your device is full. Your purchase is safe and comes later.",
    "This cannot be bought now.",
    "That did not work. Please try again.",
    "Your device is full.",
    "Level editor",
};

const ShopTexts chinese = {
    "灯笼洞穴",
    "商店",
    "返回",
    "购买中…",
    "等待中",
    "等待批准",
    "已拥有",
    "暂不出售",
    "加载中…",
    "重试",
    "恢复购买",
    "正在恢复…",
    "谢谢您的支持！",
    "需要家长批准，批准后会自动到账。",
    "已恢复您的购买。",
    "无法连接商店，请稍后再试。",
    "现在无法购买此产品。",
    "设备存储空间不足。您的购买不会丢失，稍后会到账。",
    "现在无法购买",
    "没有成功，请再试一次",
    "设备存储空间不足",
    "关卡编辑器",
};

} // namespace

const ShopTexts &ShopTexts::of_system() {
    const auto language = engine::Application::getInstance()->getCurrentLanguage();
    return language == engine::LanguageType::CHINESE ? chinese : english;
}

const char *ShopTexts::notice(ShopNotice notice) const {
    switch (notice) {
    case ShopNotice::bought: return bought;
    case ShopNotice::pending: return pending;
    case ShopNotice::restored: return restored;
    case ShopNotice::try_later: return try_later;
    case ShopNotice::not_possible: return not_possible;
    case ShopNotice::storage_full: return storage_full;
    default: return "";
    }
}

const char *ShopTexts::problem(ShopNotice notice) const {
    switch (notice) {
    case ShopNotice::try_later: return failed_for_now;
    case ShopNotice::not_possible: return failed;
    case ShopNotice::storage_full: return no_room;
    default: return "";
    }
}
