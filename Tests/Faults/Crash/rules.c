#include "rules.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 3, 4))) static void violate(judgement *judgement, const char *rule, const char *format,
                                                          ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    judgement->failures++;
    const size_t length = strlen(judgement->text);
    snprintf(judgement->text + length, sizeof judgement->text - length, "  %s: %s\n", rule, text);
}

static role role_of(const notes *notes, int launch) {
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->notes[i].word == NOTE_LAUNCH && notes->notes[i].launch == launch)
            return (role)notes->notes[i].numbers[0];
    }
    return ROLE_LOOK;
}

static bool is_paid(const note *line) {
    return line->numbers[0] == IAP_TRANSACTION_PURCHASED || line->numbers[0] == IAP_TRANSACTION_REVOKED;
}

/* Whether this launch gave the game a chance to handle what was unfinished at its start. */
static bool is_offered(const judgement *judgement, uint64_t id, int launch) {
    const notes *notes = judgement->notes;
    /* A transaction that the game finished may be finished in the journal; then the library does not deliver it again. */
    if (notes_find(notes, NOTE_FINISHING, id, BEFORE_LAUNCH(launch)) > 0) return true;
    if (judgement->flow->stays_unfinished) return notes_find(notes, NOTE_UNVERIFIED, id, launch) > 0;
    if (judgement->flow->is_never_paid_out)
        return notes_find(notes, NOTE_REJECTED, id, launch) > 0 ||
               notes_find(notes, NOTE_ANSWERED, id, BEFORE_LAUNCH(launch)) > 0;
    return notes_find(notes, NOTE_DELIVERED, id, launch) > 0;
}

static void judge_stored(judgement *judgement, const note *line, role role) {
    const flow *flow = judgement->flow;
    const notes *notes = judgement->notes;
    const uint64_t id = line->id;
    const int launch = line->launch;
    const bool is_revoked = line->numbers[0] == IAP_TRANSACTION_REVOKED, is_finished = line->numbers[1] != 0;
    if (!is_paid(line) || role == ROLE_RIVAL) return;
    if (is_finished) {
        const int allowed =
            notes_find(notes, flow->is_never_paid_out ? NOTE_ANSWERED : NOTE_FINISHING, id, BEFORE_LAUNCH(launch));
        if (flow->stays_unfinished) violate(judgement, "R5", "%" PRIu64 " is finished and was never verified", id);
        else if (!flow->is_reinstalled && allowed == 0)
            violate(judgement, "R2", "%" PRIu64 " is finished at the store, but the game has not finished it", id);
    } else {
        if (notes_find(notes, NOTE_LISTED, 0, launch) > 0 && notes_find(notes, NOTE_UNFINISHED, id, launch) == 0)
            violate(judgement, "R1", "launch %d: %" PRIu64 " is unfinished, but not listed as unfinished", launch, id);
        if (notes_find(notes, NOTE_REMOVED, id, BEFORE_LAUNCH(launch)) > 0 && judgement->full_launch == 0)
            violate(judgement, "R3", "%" PRIu64 " was reported as finished, but is unfinished in the store", id);
        if (notes_ended(notes, launch) && launch != judgement->full_launch && !is_revoked &&
            !is_offered(judgement, id, launch))
            violate(judgement, "R4", "launch %d: %" PRIu64 " is unfinished, but was not delivered", launch, id);
    }
    if (is_revoked && notes_ended(notes, launch) && notes_find(notes, NOTE_REVOKED, id, 0) == 0)
        violate(judgement, "R3", "%" PRIu64 " was revoked, but the game did not receive the revocation", id);
}

static void judge_delivered(judgement *judgement, const note *line, role role) {
    const flow *flow = judgement->flow;
    const notes *notes = judgement->notes;
    const uint64_t id = line->id;
    const int launch = line->launch;
    const int64_t count = line->numbers[0], state = line->numbers[1];
    const bool is_known = notes_find(notes, NOTE_DELIVERED, id, BEFORE_LAUNCH(launch)) > 0;
    if (flow->is_never_paid_out) violate(judgement, "R5", "%" PRIu64 " was delivered", id);
    if (notes_find(notes, NOTE_DELIVERED, id, launch) > 1)
        violate(judgement, "R4", "%" PRIu64 " was delivered twice in launch %d", id, launch);
    if (role == ROLE_LOOK)
        violate(judgement, "R3", "launch %d: %" PRIu64 " is delivered after everything is finished", launch, id);
    if (count < 1 || count > launch)
        violate(judgement, "R4", "launch %d: %" PRIu64 " has delivery count %" PRId64, launch, id, count);
    const bool is_recorded = flow->has_inventory || notes_find(notes, NOTE_RECORDED, id, BEFORE_LAUNCH(launch)) > 0;
    if ((is_known && state == IAP_DELIVERY_NEW && !flow->is_damaged) || state == IAP_DELIVERY_NONE ||
        (is_recorded && state != IAP_DELIVERY_GRANTED) ||
        (!is_recorded && !flow->records && state == IAP_DELIVERY_GRANTED))
        violate(judgement, "R4", "launch %d: %" PRIu64 " has delivery state %" PRId64, launch, id, state);
    if (flow->verdict != 0 && notes_find(notes, NOTE_ANSWERED, id, 0) == 0)
        violate(judgement, "R5", "%" PRIu64 " was delivered without a verdict", id);
}

static void judge_trouble(judgement *judgement, const note *line) {
    const iap_status_t status = (iap_status_t)line->numbers[0];
    const iap_category_t category = IAP_STATUS_CATEGORY(status);
    if (line->word == NOTE_FAILED && judgement->flow->stays_unfinished && category == IAP_CATEGORY_VERIFICATION) return;
    if (line->word == NOTE_PROBLEM && judgement->flow->is_damaged && status == IAP_ERROR_STORAGE_DAMAGED) return;
    /* The library or the store reports a full disk as such. */
    const bool is_excused =
        line->launch == judgement->full_launch && (category == IAP_CATEGORY_STORAGE || category == IAP_CATEGORY_STORE);
    if (!is_excused) violate(judgement, "R7", "launch %d: %s %s", line->launch, note_words[line->word], line->text);
}

static void judge_line(judgement *judgement, const note *line) {
    const notes *notes = judgement->notes;
    const role role = role_of(notes, line->launch);
    const int launch = line->launch;
    switch (line->word) {
    case NOTE_STORED: judge_stored(judgement, line, role); break;
    case NOTE_DELIVERED: judge_delivered(judgement, line, role); break;
    case NOTE_ASKED:
        if (notes_find(notes, NOTE_DELIVERED, line->id, BEFORE_LAUNCH(launch)) > 0)
            violate(judgement, "R4", "launch %d: a verdict is recorded, but the library asks again about %" PRIu64,
                    launch, line->id);
        break;
    case NOTE_REVOKED:
        if (role == ROLE_LOOK || notes_find(notes, NOTE_REVOKED, line->id, launch) > 1)
            violate(judgement, "R3", "launch %d: the revocation of %" PRIu64 " comes again", launch, line->id);
        break;
    case NOTE_GRANTED:
        if (notes_find(notes, NOTE_GRANTED, line->id, 0) > 1)
            violate(judgement, "ONCE", "%" PRIu64 " was granted twice", line->id);
        break;
    case NOTE_UNVERIFIED:
        if (!judgement->flow->stays_unfinished) violate(judgement, "R5", "%" PRIu64 " is not verified", line->id);
        break;
    case NOTE_REJECTED:
        if (!judgement->flow->is_never_paid_out) violate(judgement, "R1", "%" PRIu64 " was rejected", line->id);
        break;
    case NOTE_PUMPS:
        if (judgement->execution == IAP_EXECUTION_MANUAL && launch != judgement->full_launch &&
            line->numbers[0] > PUMPS_MAX)
            violate(judgement, "R7", "launch %d took %" PRId64 " pumps", launch, line->numbers[0]);
        break;
    case NOTE_BROKEN: violate(judgement, "the careful game", "%s", line->text); break;
    case NOTE_FAILED:
    case NOTE_PROBLEM:
    case NOTE_ERROR: judge_trouble(judgement, line); break;
    default: break;
    }
    const bool is_news = line->word == NOTE_UNFINISHED || line->word == NOTE_DELIVERED || line->word == NOTE_RESTORED ||
                         line->word == NOTE_REVOKED || line->word == NOTE_ASKED || line->word == NOTE_UNVERIFIED ||
                         line->word == NOTE_REJECTED;
    if (is_news && role == ROLE_RIVAL)
        violate(judgement, "R6", "%" PRIu64 " is %s to another account", line->id, note_words[line->word]);
}

/* The balance changes once, from the first value to the second, and never back. From the note that reports the change, it has
   the second value. */
static void judge_balances(judgement *judgement, bool has_turned) {
    const flow *flow = judgement->flow;
    const notes *notes = judgement->notes;
    int turn = 0;
    for (size_t i = 0; i < notes->count; i++) {
        const note *line = &notes->notes[i];
        const role role = role_of(notes, line->launch);
        if (role == ROLE_PREPARE || role == ROLE_RIVAL) continue;
        if (line->word == flow->turns_at) turn = 1;
        if (line->word != NOTE_BALANCE) continue;
        if (line->numbers[0] == flow->balances[1]) turn = 1;
        if (line->numbers[0] != flow->balances[turn])
            violate(judgement, "ONCE", "launch %d: the balance is %" PRId64, line->launch, line->numbers[0]);
    }
    if (turn != has_turned) violate(judgement, "ONCE", "the balance is %" PRId64 " in the end", flow->balances[turn]);
}

/* Compares the store's final list with the grants. */
static void judge_end(judgement *judgement) {
    const flow *flow = judgement->flow;
    const notes *notes = judgement->notes;
    int charges = 0, granted = 0;
    bool is_revoked = false;
    for (size_t i = 0; i < notes->count; i++) {
        const note *line = &notes->notes[i];
        granted += line->word == NOTE_GRANTED;
        if (line->word != NOTE_LEFT || line->launch != notes->launches || !is_paid(line)) continue;
        const int expected = flow->is_never_paid_out || flow->has_inventory ? 0 : 1;
        const int grants = notes_find(notes, NOTE_GRANTED, line->id, 0);
        charges++;
        is_revoked = is_revoked || line->numbers[0] == IAP_TRANSACTION_REVOKED;
        if (grants != expected)
            violate(judgement, "ONCE", "%" PRIu64 " was paid and granted %d times", line->id, grants);
        granted -= grants;
        if (line->numbers[1] == 0 && !flow->stays_unfinished)
            violate(judgement, "R7", "%" PRIu64 " is unfinished in the end", line->id);
        if (line->numbers[0] == IAP_TRANSACTION_REVOKED && notes_find(notes, NOTE_TAKEN_BACK, line->id, 0) != grants)
            violate(judgement, "R3", "%" PRIu64 " was not revoked exactly once", line->id);
    }
    if (granted != 0) violate(judgement, "ONCE", "%d grants have no payment", granted);
    if (charges < (flow->owned != NULL ? 1 : 0) || charges > flow->charges)
        violate(judgement, "ONCE", "%d transactions were charged", charges);
    if (flow->has_inventory)
        judge_balances(judgement, flow->turns_at == NOTE_REVOKED ? is_revoked : flow->owned != NULL || charges > 0);
}

/* While the disk is full not everything comes, but the game receives the reason. */
static void judge_full_launch(judgement *judgement) {
    const notes *notes = judgement->notes;
    bool is_reported = notes_find(notes, NOTE_PUMPS, 0, judgement->full_launch) > 0;
    for (size_t i = 0; i < notes->count && !is_reported; i++) {
        const note *line = &notes->notes[i];
        is_reported = line->launch == judgement->full_launch &&
                      (line->word == NOTE_PROBLEM || line->word == NOTE_ERROR || line->word == NOTE_FAILED);
    }
    if (!is_reported)
        violate(judgement, "R7", "the disk was full, not everything has come, and no problem was reported");
}

void rules_judge(judgement *judgement) {
    const notes *notes = judgement->notes;
    if (judgement->full_launch > 0) judge_full_launch(judgement);
    for (size_t i = 0; i < notes->count; i++) judge_line(judgement, &notes->notes[i]);
    for (int launch = notes->launches - 1; launch <= notes->launches; launch++) {
        if (!notes_ended(notes, launch)) violate(judgement, "R7", "launch %d has not ended", launch);
    }
    if (notes->count == NOTES_MAX) violate(judgement, "R7", "there are too many notes to judge");
    judge_end(judgement);
}
