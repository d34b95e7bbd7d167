package org.rmi4mpi.dispatch;

/**
 * The name of a crew thread. In a dump of threads it shows the call that the thread runs, and the event that the thread
 * waits for. The thread itself and resting threads change the name. A program's thread that waits for a reply shows the
 * same event.
 */
final class CrewThreadName {
    private final CrewThread thread;
    private final String own;
    private volatile boolean isChanged;
    /** The call in the name; null if a wait is in it. */
    private volatile String shown;
    /** The step of the thread at the last check of a resting thread. */
    private volatile long checkedStep;

    CrewThreadName(CrewThread thread, String own) {
        this.thread = thread;
        this.own = own;
        thread.setName(own);
    }

    /** Shows in the current thread's name the event that it waits for. The thread may be one of the program. */
    static void showWait(Object awaited) {
        String waits = " (waits for " + awaited + ")";
        Thread current = Thread.currentThread();
        if (current instanceof CrewThread member) {
            member.shownName().showOwnWait(waits);
        } else {
            current.setName(current.getName() + waits);
        }
    }

    private synchronized void showOwnWait(String waits) {
        isChanged = true;
        shown = null; // A resting thread leaves this name alone.
        thread.setName(own + " " + thread.call() + waits);
    }

    /**
     * Shows the call if it is the same as at the last check. The thread may have known less of it when it was shown before.
     * Called by a resting thread.
     */
    void showLongMethod() {
        long step = thread.steps();
        if (thread.isInMethod() && step == checkedStep) {
            synchronized (this) {
                if (!isChanged || shown != null && !shown.equals(textOfCall())) {
                    showCall(step);
                }
            }
        }
        checkedStep = step;
    }

    /** Shows the call. Called by any thread, while the method of this step lasts. */
    void showCall(long step) {
        isChanged = true;
        String call = textOfCall();
        shown = call;
        thread.setName(own + " " + call);
        if (thread.steps() != step) {
            thread.setName(own); // The thread may have restored its name before this call set it.
            isChanged = false; // Otherwise nobody shows its next method.
        }
    }

    private String textOfCall() {
        return String.valueOf(thread.call());
    }

    /** Called by the thread itself, after each method. */
    void restore() {
        try {
            if (isChanged) {
                thread.setName(own);
                isChanged = false;
            }
        } catch (OutOfMemoryError e) {
            // The next call retries.
        }
    }
}
