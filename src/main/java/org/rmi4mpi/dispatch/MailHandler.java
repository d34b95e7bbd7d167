package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/** Takes the mail of this rank's tasks; implemented by a facade. Nothing of it is user code. */
public interface MailHandler {
    /**
     * Puts mail away, and gives it to the thread that waits for it, if there is one: see {@link Dispatcher#wake}.
     * Called under the poll lock, in the order of arrival; must not block, nor send what may wait. The frame belongs to
     * the handler.
     *
     * @throws OutOfMemoryError where it cannot be put away; the frame still belongs to the caller then, who tries again
     */
    void accept(Frame mail);
}
