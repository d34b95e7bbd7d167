/*
 * Keeps the JVM's signal handlers. The JVM finds null pointers and safepoints by SIGSEGV; UCX, PSM, pscom and others put
 * their own handlers in its place, some as soon as they are loaded. This library is loaded before MPI and does not
 * link to it.
 */
#include <signal.h>
#include <stdlib.h>

#include "org_rmi4mpi_bridge_Signals.h"

static const int kept_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#define KEPT (int)(sizeof kept_signals / sizeof *kept_signals)

static struct sigaction kept[KEPT];

/* Asks the libraries that can be asked, and notes the handlers. */
JNIEXPORT void JNICALL Java_org_rmi4mpi_bridge_Signals_keep0(JNIEnv *env, jclass self)
{
    setenv("UCX_ERROR_SIGNALS", "", 0);
    setenv("PSP_SIGSEGV", "0", 0);
    setenv("IPATH_NO_BACKTRACE", "1", 0);
    setenv("HFI_NO_BACKTRACE", "1", 0);
    for (int i = 0; i < KEPT; i++)
        sigaction(kept_signals[i], NULL, &kept[i]);
}

/* Puts back what others have replaced. */
JNIEXPORT void JNICALL Java_org_rmi4mpi_bridge_Signals_restore0(JNIEnv *env, jclass self)
{
    for (int i = 0; i < KEPT; i++)
        sigaction(kept_signals[i], &kept[i], NULL);
}
