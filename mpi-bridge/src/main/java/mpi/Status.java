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

    /**
     * As {@link #Get_count}.
     *
     * @param datatype what the message is counted in
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public final int getCount(Datatype datatype) {
        return copies(Datatype.layout(datatype));
    }

    /**
     * As {@link #Test_cancelled}.
     *
     * @return true where {@link Request#cancel} came in time
     */
    public final boolean isCancelled() {
        return wasCancelled();
    }

    /**
     * How many basic elements the message holds: of a structure its members, of a complex number one.
     *
     * @param datatype what the message is counted in
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public final int getElements(Datatype datatype) {
        long elements = basicElements(Datatype.layout(datatype));
        return elements <= Integer.MAX_VALUE ? (int) elements : MPI.UNDEFINED;
    }

    /**
     * As {@link #getElements}, of more than an int holds.
     *
     * @param datatype what the message is counted in
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public final Count getElementsX(Datatype datatype) {
        return new Count(basicElements(Datatype.layout(datatype)));
    }

    /**
     * Sets what {@link #getElements} tells.
     *
     * @param datatype what the message is counted in
     * @param count basic elements of it
     */
    public final void setElements(Datatype datatype, int count) {
        setBasicElements(Datatype.layout(datatype), count);
    }

    /**
     * Sets what {@link #getElementsX} tells.
     *
     * @param datatype what the message is counted in
     * @param count basic elements of it
     */
    public final void setElementsX(Datatype datatype, Count count) {
        setBasicElements(Datatype.layout(datatype), count.getCount());
    }

    /**
     * Rank of the sender.
     *
     * @return as {@link #source}
     */
    public final int getSource() {
        return source;
    }

    /**
     * Tag of the message.
     *
     * @return as {@link #tag}
     */
    public final int getTag() {
        return tag;
    }

    /**
     * The error of the operation.
     *
     * @return {@link MPI#SUCCESS}: an error is thrown
     */
    public final int getError() {
        return MPI.SUCCESS;
    }

    /**
     * Position of the request among several.
     *
     * @return as {@link #index}
     */
    public final int getIndex() {
        return index;
    }

    /**
     * Sets what {@link #isCancelled} tells.
     *
     * @param flag whether the operation was cancelled
     */
    @Override
    public final void setCancelled(boolean flag) {
        super.setCancelled(flag);
    }
}
