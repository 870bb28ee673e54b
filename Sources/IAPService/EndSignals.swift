internal import Glibc

/// Waits for SIGTERM and SIGINT. Threads that start later have both signals blocked.
package struct EndSignals {
    private var set = sigset_t()

    package init() {
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // A client that disconnects must not end the process.
        signal(SIGPIPE, SIG_IGN)
    }

    package func wait() {
        var (set, number) = (set, Int32(0))
        while sigwait(&set, &number) != 0 {}
    }
}
