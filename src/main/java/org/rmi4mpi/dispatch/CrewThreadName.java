package org.rmi4mpi.dispatch;

/**
 * The name of a crew thread. In a dump of threads it shows the call that the thread runs, and the event that the thread
 * waits for. The thread itself and resting threads change the name.
 */
final class CrewThreadName {
    private final CrewThread thread;
    private final String own;
    private volatile boolean isChanged;
    /** The step of the thread at the last check of a resting thread. */
    private volatile long checkedStep;

    CrewThreadName(CrewThread thread, String own) {
        this.thread = thread;
        this.own = own;
        thread.setName(own);
    }

    /** Shows the call and the text. Called by the thread itself. */
    synchronized void showWait(String waits) {
        isChanged = true; // A resting thread leaves this name alone.
        thread.setName(own + " " + thread.call() + waits);
    }

    /** Shows the call if it is the same as at the last check. Called by a resting thread. */
    void showLongMethod() {
        long step = thread.steps();
        if (thread.isInMethod() && step == checkedStep) {
            synchronized (this) {
                if (!isChanged) {
                    showCall(step);
                }
            }
        }
        checkedStep = step;
    }

    /** Shows the call. Called by any thread, while the method of this step lasts. */
    void showCall(long step) {
        isChanged = true;
        thread.setName(own + " " + thread.call());
        if (thread.steps() != step) {
            thread.setName(own); // The thread may have restored its name before this call set it.
        }
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
