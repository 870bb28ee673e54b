#include "world.hpp"

namespace {
constexpr std::int64_t lag_max_ms = 5000;
constexpr std::int64_t times_max = 6;
constexpr std::int64_t day_ms = 86400000;
/** After which event a thing of a story happens, at the latest. */
constexpr unsigned last_event = 14;
} // namespace

Story::Story(std::uint64_t drawn) : number(drawn) {
    chance chance = chance_of(number, 0x74617073);
    kind = static_cast<GameKind>(chance_below(&chance, game_kinds));
    /* The first program sells only coins. */
    const bool is_owned = kind != GameKind::first_program && chance_percent(&chance, 15);
    product = is_owned ? editor_product : coins_product;
    /* Every profile, and random quirks as often as two of them. */
    const std::size_t profiles = iap_profile_count();
    profile = iap_profile_at(chance_below(&chance, static_cast<std::uint32_t>(profiles) + 2));
    if (profile == IAP_PROFILE_NONE) {
        for (std::uint32_t i = chance_between(&chance, 1, 4); i > 0; i--) {
            const iap_quirk_t quirk =
                iap_quirk_at(chance_below(&chance, static_cast<std::uint32_t>(iap_quirk_count())));
            const std::int64_t largest = iap_quirk_largest(quirk);
            const std::int64_t most = largest >= day_ms ? lag_max_ms : largest > 100 ? times_max : largest;
            quirks.emplace_back(quirk, chance_between(&chance, 0, static_cast<std::uint32_t>(most)));
        }
        /* This quirk is the one that second taps are about. */
        if (chance_percent(&chance, 60)) quirks.emplace_back(IAP_QUIRK_UNFINISHED_CONSUMABLE_RETURNED, 1);
    }
    /* Taps in quick succession, and taps that come later: before the outcome, after it, and after the finish. */
    const std::uint32_t count = chance_between(&chance, 2, chance_percent(&chance, 20) ? 4 : 3);
    unsigned at = chance_below(&chance, 2);
    for (std::uint32_t i = 0; i < count; i++) {
        taps.push_back(at);
        if (chance_percent(&chance, 60)) at += chance_below(&chance, 6);
    }
    if (chance_percent(&chance, 25)) restores_at = chance_below(&chance, last_event);
    if (chance_percent(&chance, 20)) closes_at = chance_below(&chance, last_event);
    draw_store_faults(chance);
    draw_save(chance);
    static const std::int64_t steps[] = {300, 1000, 3000, 20000};
    step_ms = steps[chance_below(&chance, 4)];
}

void Story::draw_store_faults(chance &chance) {
    if (chance_percent(&chance, 12)) loses_at = chance_below(&chance, last_event);
    if (chance_percent(&chance, 8)) cancels_at = chance_below(&chance, last_event);
}

/* In half of the stories some saves fail, or all until the peace. */
void Story::draw_save(chance &chance) {
    if (!chance_percent(&chance, 50)) return;
    fails_from = chance_percent(&chance, 60) ? 1 : chance_between(&chance, 2, 4);
    fails_until = chance_percent(&chance, 30) ? never : fails_from + chance_between(&chance, 1, 3);
    fault = static_cast<SaveFault>(chance_below(&chance, 3));
}
