/*
 * Preserves the JVM's signal handlers. The JVM detects null pointers and safepoints by SIGSEGV. UCX, PSM, pscom and
 * other libraries replace its handlers, some as soon as they are loaded. This library is loaded before MPI and does not
 * link to it.
 */
#include <signal.h>
#include <stdlib.h>

#include "org_rmi4mpi_bridge_Signals.h"

static const int kept_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#define KEPT (int)(sizeof kept_signals / sizeof *kept_signals)

static struct sigaction kept[KEPT];

/* Tells libraries that can be configured to leave signals alone, and saves the handlers. */
JNIEXPORT void JNICALL Java_org_rmi4mpi_bridge_Signals_keep0(JNIEnv *env, jclass self)
{
    setenv("UCX_ERROR_SIGNALS", "", 0);
    setenv("PSP_SIGSEGV", "0", 0);
    setenv("IPATH_NO_BACKTRACE", "1", 0);
    setenv("HFI_NO_BACKTRACE", "1", 0);
    for (int i = 0; i < KEPT; i++)
        sigaction(kept_signals[i], NULL, &kept[i]);
}

/* Restores handlers that other libraries have replaced. */
JNIEXPORT void JNICALL Java_org_rmi4mpi_bridge_Signals_restore0(JNIEnv *env, jclass self)
{
    for (int i = 0; i < KEPT; i++)
        sigaction(kept_signals[i], &kept[i], NULL);
}
