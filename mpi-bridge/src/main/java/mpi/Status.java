package mpi;

import org.rmi4mpi.message.Outcome;

/**
 * What is known of a message that was received or found: its source, tag and count, and the index of its request among
 * several. Source: mpiJava 1.2.
 */
public class Status extends Outcome implements Freeable {
    /** Of no message: any source, any tag. */
    public Status() {}

    /**
     * How many copies of a datatype the message holds; {@link MPI#UNDEFINED} where that is no whole number. Of a
     * datatype without elements, as many as were to be received.
     *
     * @param datatype what the message is counted in
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public int Get_count(Datatype datatype) {
        return copies(Datatype.layout(datatype));
    }

    /**
     * How many elements of a datatype's base type the message holds; {@link MPI#UNDEFINED} of a datatype without
     * elements. How many objects a message holds that a probe has found is known as long as it has not been received.
     *
     * @param datatype what the message is counted in
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public int Get_elements(Datatype datatype) {
        long elements = elements(Datatype.layout(datatype));
        return elements <= Integer.MAX_VALUE ? (int) elements : MPI.UNDEFINED;
    }

    /**
     * Whether the operation was cancelled.
     *
     * @return true where {@link Request#Cancel} came in time
     */
    public boolean Test_cancelled() {
        return wasCancelled();
    }

    @Override
    public void free() {}

    /** As {@link #free}; the JVM does not call what is empty. */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // mpiJava has it
    public final void finalize() {}
}
