#define _POSIX_C_SOURCE 200809L

#include "shell.h"
#include "lines.h"
#include "print.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/** More words than any command accepts, so the shell can report extra words. */
#define WORDS_MAX 32

static size_t split(char *line, char *words[WORDS_MAX + 1]) {
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t", &rest); word != NULL && count < WORDS_MAX;
         word = strtok_r(NULL, " \t", &rest)) {
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

static void complain_of_command(const char *word) {
    char shown[41];
    shell_show(shown, sizeof shown, word);
    print_line("problem", "there is no command \"%s\"; help lists them", shown);
}

static void execute(struct shell *shell, char *line) {
    char *words[WORDS_MAX + 1];
    size_t count = split(line, words);
    if (count == 0) {
        return;
    }
    const struct shell_command *command = shell_find_command(words[0]);
    if (command == NULL) {
        complain_of_command(words[0]);
        return;
    }
    size_t given = count - 1;
    if (given < command->fewest || given > command->most) {
        print_line("problem", "usage: %s", command->usage);
        return;
    }
    /* Print the events of earlier commands before the output of this command. */
    if (game_process(&shell->game)) {
        game_forget(&shell->game);
        command->run(shell, words + 1);
    }
}

static void read_commands(struct shell *shell, struct lines *lines) {
    bool by_hand = isatty(STDIN_FILENO) != 0;
    bool prompted = false;
    while (!shell->quits) {
        if (by_hand && !prompted) {
            fputs("> ", stdout);
            prompted = true;
        }
        fflush(stdout);
        char *line = NULL;
        switch (lines_next(lines, &line)) {
        case LINES_LINE:
            execute(shell, line);
            prompted = false;
            break;
        case LINES_TOO_LONG:
            print_line("problem", "a line may have at most %d bytes", LINE_LENGTH_MAX - 1);
            prompted = false;
            break;
        case LINES_WOKEN:
            if (!game_process(&shell->game)) {
                return;
            }
            break;
        case LINES_END: return;
        }
    }
}

bool shell_run(const struct options *options, iap_store *store) {
    struct lines lines;
    if (!lines_open(&lines)) {
        print_line("problem", "no pipe can be created");
        return false;
    }
    struct shell shell = {.store = store,
                          .network = IAP_DEVICE_NETWORK_INIT,
                          .game = {.account = GAME_ACCOUNT,
                                   .device_name = GAME_DEVICE,
                                   .policy = GAME_KEEPS_UNFINISHED,
                                   .hears_store_news = true,
                                   .wake = lines_wake,
                                   .wake_user_data = &lines}};
    bool good = game_open(&shell.game, store, options->state);
    if (good) {
        print_line("store", "sells %zu products; help lists the commands", iap_store_product_count(store));
        if (game_catch_up(&shell.game)) {
            read_commands(&shell, &lines);
        }
    }
    good = game_close(&shell.game) && good;
    lines_close(&lines);
    return good;
}
