package org.rmi4mpi.dispatch;

import java.util.List;
import org.rmi4mpi.transport.Frame;

/** Takes the mail for this rank's tasks. Implemented by a facade. Runs no user code. */
public interface MailHandler {
    /**
     * Stores mail, and wakes the thread that waits for it, if any; see {@link Dispatcher#wake}. Called under the poll
     * lock, in the order of arrival. Must not block, and must not send anything that may block. The handler owns the
     * frame after it returns.
     *
     * @throws OutOfMemoryError if the mail cannot be stored; the caller keeps the frame and retries
     */
    void accept(Frame mail);

    /** Those at this rank who receive mail, for a report of waits. Any thread may ask. */
    List<String> addresses();
}
