/* The effect of linking the library on a program's signals, see Sources/Documentation/Troubleshooting.md.

       signals          prints how many of the crash signals have a handler
       signals own      handles SIGSEGV itself and crashes; 42 if its own handler ran */
#define _POSIX_C_SOURCE 200809L

#include <iap/iap.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void own(int signal_number) {
    (void)signal_number;
    _exit(42);
}

int main(int count, char **words) {
    static const int crashes[] = {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGTRAP, SIGQUIT};
    int handled = 0;
    size_t i;
    struct sigaction action;
    (void)words;
    if (iap_version() == 0) return 1;
    for (i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        if (sigaction(crashes[i], NULL, &action) != 0) return 1;
        handled += action.sa_handler != SIG_DFL;
    }
    printf("%d\n", handled);
    fflush(stdout);
    if (count == 1) return 0;
    action.sa_handler = own;
    action.sa_flags = 0;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGSEGV, &action, NULL) != 0 || raise(SIGSEGV) != 0;
}
