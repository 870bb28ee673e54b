#include "verdicts.h"

#include "checker.h"

#include <inttypes.h>

const iap_verification_options verdicts_options = {
    sizeof(iap_verification_options), IAP_VERIFY_BY_GAME, NULL, NULL, NULL, 0, 0, 1000, VERDICT_WAIT_MAX_MS, 0, 0, 0};

static uint32_t fate_of(uint64_t id) { return (uint32_t)((id * UINT64_C(0x9E3779B97F4A7C15)) >> 40) % 8; }

bool verdicts_is_valid(const game *game, uint64_t id) {
    if (!game->world->temper.verifies) return true;
    /* A copy under another id has the same verdict as its original. */
    const purchase *entry = checker_learn(game->world, id);
    return fate_of(entry != NULL ? entry->first_id : id) != 0;
}

static void answer(game *game, uint64_t id) {
    world *world = game->world;
    if (game->client == NULL) return;
    iap_verdict_t verdict = verdicts_is_valid(game, id) ? IAP_VERDICT_VALID : IAP_VERDICT_INVALID;
    if (!world->is_peaceful && fate_of(id) < 4 && chance_percent(&world->chance, 50)) verdict = IAP_VERDICT_UNDECIDED;
    game->is_calling = true;
    const iap_status_t status = iap_give_verdict(game->client, id, verdict, "as the game finds", 0, NULL);
    game->is_calling = false;
    log_line(&world->log, "%d answers %" PRIu64 ": verdict %d, %s", game->number, id, (int)verdict,
             iap_status_name(status));
    /* A purchase that was revoked meanwhile, or whose account has signed out, needs no verdict any more. */
    if (status != IAP_OK && status != IAP_ERROR_NOT_FOUND)
        checker_break(world, "verification", "iap_give_verdict: %s", iap_status_name(status));
    purchase *entry = world_purchase(world, id);
    if (status == IAP_OK && verdict == IAP_VERDICT_VALID) entry->on[game->number].is_valid = true;
    if (status == IAP_OK && verdict == IAP_VERDICT_INVALID) entry->is_refused = true;
}

void verdicts_hear(game *game, const iap_transaction *transaction) {
    world *world = game->world;
    const uint64_t id = iap_transaction_id(transaction);
    log_line(&world->log, "%d receives a request for a verdict on %" PRIu64, game->number, id);
    if (id == 0 || checker_learn(world, id) == NULL ||
        iap_transaction_signature_check(transaction) != IAP_SIGNATURE_VERIFIED)
        checker_break(world, "verification", "device %d receives a request for a verdict on %" PRIu64, game->number,
                      id);
    for (size_t i = 0; i < game->question_count; i++) {
        if (game->questions[i] == id)
            checker_break(world, "verification", "device %d receives a second request for a verdict on %" PRIu64,
                          game->number, id);
    }
    if (game->question_count == QUESTIONS_MAX || world->is_peaceful || game->careful.manner == FINISHES_AT_ONCE)
        answer(game, id);
    else game->questions[game->question_count++] = id;
}

void verdicts_give(game *game, size_t most) {
    while (game->client != NULL && game->question_count > 0 && most-- > 0)
        answer(game, game->questions[--game->question_count]);
}
