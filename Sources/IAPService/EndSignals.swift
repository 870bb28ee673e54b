internal import Glibc

/// SIGTERM and SIGINT, for a thread that waits for them. They are blocked in all threads that are made afterwards.
package struct EndSignals {
    private var set = sigset_t()

    package init() {
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // A client that goes away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
    }

    package func wait() {
        var (set, number) = (set, Int32(0))
        while sigwait(&set, &number) != 0 {}
    }
}
