package mpi;

import static mpi.MpiConstants.SUCCESS;
import static mpi.MpiConstants.UNDEFINED;

import org.rmi4mpi.message.Outcome;

/**
 * Source, tag and count of a message that was received or found, and the index of its request among several. Source:
 * mpiJava 1.2.
 */
public class Status extends Outcome implements Freeable {
    /** Makes the status of no message: any source, any tag. */
    public Status() {}

    /**
     * The number of copies of a datatype in the message; {@link MPI#UNDEFINED} if it is not a whole number. For a datatype
     * without elements, it is 0.
     *
     * @param datatype unit of the count
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public int Get_count(Datatype datatype) {
        return copies(Datatype.layout(datatype));
    }

    /**
     * The number of elements of a datatype's base type in the message; 0 for a datatype without elements. For a message of objects that a probe has found, the number is known only until the message is received.
     *
     * @param datatype unit of the count
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public int Get_elements(Datatype datatype) {
        long elements = elements(Datatype.layout(datatype));
        return elements <= Integer.MAX_VALUE ? (int) elements : UNDEFINED;
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

    /** Does nothing, so that the JVM does not call it. Call {@link #free} instead. */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // mpiJava has it
    public final void finalize() {}

    /**
     * Like {@link #Get_count}.
     *
     * @param datatype unit of the count
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public final int getCount(Datatype datatype) {
        return copies(Datatype.layout(datatype));
    }

    /**
     * Like {@link #Test_cancelled}.
     *
     * @return true where {@link Request#cancel} came in time
     */
    public final boolean isCancelled() {
        return wasCancelled();
    }

    /**
     * The number of basic elements in the message. A structure counts as its members, and a complex number as one.
     *
     * @param datatype unit of the count
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public final int getElements(Datatype datatype) {
        long elements = basicElements(Datatype.layout(datatype));
        return elements <= Integer.MAX_VALUE ? (int) elements : UNDEFINED;
    }

    /**
     * Like {@link #getElements}, for numbers that are larger than an int.
     *
     * @param datatype unit of the count
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public final Count getElementsX(Datatype datatype) {
        return new Count(basicElements(Datatype.layout(datatype)));
    }

    /**
     * Sets the value of {@link #getElements}.
     *
     * @param datatype unit of the count
     * @param count number of basic elements
     */
    public final void setElements(Datatype datatype, int count) {
        setBasicElements(Datatype.layout(datatype), count);
    }

    /**
     * Sets the value of {@link #getElementsX}.
     *
     * @param datatype unit of the count
     * @param count number of basic elements
     */
    public final void setElementsX(Datatype datatype, Count count) {
        setBasicElements(Datatype.layout(datatype), count.getCount());
    }

    /**
     * Rank of the sender.
     *
     * @return the value of {@link #source}
     */
    public final int getSource() {
        return source;
    }

    /**
     * Tag of the message.
     *
     * @return the value of {@link #tag}
     */
    public final int getTag() {
        return tag;
    }

    /**
     * The error of the operation.
     *
     * @return {@link MPI#SUCCESS}, since an error is thrown as an exception
     */
    public final int getError() {
        return SUCCESS;
    }

    /**
     * Position of the request among several.
     *
     * @return the value of {@link #index}
     */
    public final int getIndex() {
        return index;
    }

    /**
     * Sets the value of {@link #isCancelled}.
     *
     * @param flag whether the operation was cancelled
     */
    @Override
    public final void setCancelled(boolean flag) {
        super.setCancelled(flag);
    }
}
